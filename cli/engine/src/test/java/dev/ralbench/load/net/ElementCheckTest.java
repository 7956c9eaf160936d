package dev.ralbench.load.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.ralbench.testing.Disturbance;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ElementCheckTest {
    private static final Map<String, Long> EXPECTED = expected();
    private static final String GOOD = """
            {"id": 1.5e3, "data": {"test1": [1, [2, {"test1": []}], {"trend": [1]}], "ü€😀": "]}\\u00e9\\"",
              "trends": {"a": [], "b": {"c": null}}}, "rest": [[[]]], "ok": true}
            """;

    private static Map<String, Long> expected() {
        var expected = new LinkedHashMap<String, Long>();
        expected.put("data.test1", 3L);
        expected.put("data.trends", 2L);
        return expected;
    }

    @Test
    void aBodyWithAllElementsIsGood() {
        assertThat(flaw(GOOD)).isEmpty();
        assertThat(flaw("\uFEFF" + GOOD)).as("with a byte order mark").isEmpty();
        assertThat(flaw(GOOD.replaceAll("\\s", ""))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"data\":{\"test1\":[1],\"trends\":{}}}       | data.test1 has 1 element instead of 3",
                "{\"data\":{\"test1\":[],\"trends\":{}}}        | data.test1 has 0 elements instead of 3",
                "{\"data\":{\"test1\":[1,2,3],\"trends\":{\"a\":1}}} | data.trends has 1 key instead of 2",
                "{\"data\":{\"test1\":[1,2,3]}}                 | data.trends is missing instead of having 2 elements",
                "{\"data\":[[1,2,3]]}                           | data.test1 is missing instead of having 3 elements",
                "{\"data.test1\":[1,2,3]}                       | data.test1 is missing instead of having 3 elements",
                "{\"data\":{\"test1\":\"abc\"}}                 | data.test1 is a text instead of having 3 elements",
                "{\"data\":{\"test1\":3}}                       | data.test1 is a number instead of having 3 elements",
                "{\"data\":{\"test1\":null}}                    | data.test1 is null instead of having 3 elements",
                "{\"data\":{\"test1\":false}}                   | data.test1 is true or false instead of having 3 elements",
                "{\"data\":{\"test1\":[1,2,3],\"test1\":[]}}    | data.test1 is there twice",
                "{\"data\":{\"test1\":[1,2,3]},\"data\":{}}     | data.test1 is there twice",
                "[{\"data\":{\"test1\":[1,2,3]}}]               | data.test1 is missing instead of having 3 elements",
                "7                                              | data.test1 is missing instead of having 3 elements",
                "``                                             | body is empty instead of JSON",
                "` `                                            | body is empty instead of JSON",
                "{\"data\":{\"test1\":[1,2,3]                   | body ends before its JSON document does",
                "tru                                            | body ends before its JSON document does",
                "<html></html>                                  | body is not JSON",
                "{\"data\":{\"test1\":[1,,3]}}                  | body is not JSON",
                "{'data':1}                                     | body is not JSON",
                "{\"data\":1} x                                 | body goes on after its JSON document",
                "{\"data\":1}{\"data\":1}                       | body goes on after its JSON document",
                "{\"data\":1} 7                                 | body goes on after its JSON document",
                "{\"data\":1}]                                  | body goes on after its JSON document",
                "{\"data\":NaN}                                 | body is not JSON",
            })
    void everyDifferenceIsNamed(String body, String flaw) {
        assertThat(flaw(body)).isEqualTo(flaw);
    }

    static List<String> bodies() {
        return List.of(
                GOOD,
                "\uFEFF" + GOOD,
                GOOD.replace("[1, [", "[["),
                GOOD + " x",
                GOOD + "{}",
                GOOD + "12",
                GOOD.substring(0, 60),
                "<html>",
                "{\"data\": treu}",
                "{\"data\": 01}",
                "12 13",
                "12x",
                "\"a\nb\"",
                "",
                "  \n");
    }

    /** What is said of a body does not depend on how the network cuts it. */
    @ParameterizedTest
    @MethodSource("bodies")
    void everySplitOfABodyGivesTheSameResponse(String body) {
        var bytes = body.getBytes(UTF_8);
        var whole = flaw(body);
        var check = new ElementCheck(EXPECTED);
        for (int cut = 0; cut <= bytes.length; cut++) {
            assertThat(flaw(check, bytes, cut)).as("cut at %d", cut).isEqualTo(whole);
        }
        for (int first = 0; first <= bytes.length; first++) {
            int second = first + (bytes.length - first) / 2;
            assertThat(flaw(check, bytes, first, second)).isEqualTo(whole);
        }
        var everywhere = new int[bytes.length];
        Arrays.setAll(everywhere, i -> i);
        assertThat(flaw(check, bytes, everywhere)).as("byte by byte").isEqualTo(whole);
    }

    @Test
    void randomBytesAreRefusedAndNeverThrow() {
        var random = new Random(1);
        var check = new ElementCheck(EXPECTED);
        for (int round = 0; round < 5_000; round++) {
            var bytes = GOOD.getBytes(UTF_8);
            for (int i = random.nextInt(4); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            int cut = random.nextInt(bytes.length);
            assertThat(flaw(check, bytes, cut)).isEqualTo(flaw(check, bytes));
        }
    }

    @Test
    void oneBodyLeavesNothingForTheNext() {
        var check = new ElementCheck(EXPECTED);
        for (int round = 0; round < 3; round++) {
            assertThat(flaw(check, GOOD.getBytes(UTF_8))).isEmpty();
            assertThat(flaw(check, "{\"data\":{\"test1\":[".getBytes(UTF_8))).isNotEmpty();
            assertThat(flaw(check, "no".getBytes(UTF_8))).isNotEmpty();
        }
    }

    @Test
    @Disturbance(value = "endless brackets in a response", then = "refused, in bounded memory")
    void deepNestingIsFollowedAndEndlessNestingIsRefused() {
        var deep = "[".repeat(50_000) + "]".repeat(50_000);
        var around = GOOD.replace("[[[]]]", deep);

        assertThat(flaw(around)).isEmpty();
        assertThat(flaw("[".repeat(1_000_000))).isEqualTo("body is beyond what can be checked");
    }

    @Test
    void largeBodiesAreCounted() {
        var items = "7,".repeat(999_999) + "7";
        var check = new ElementCheck(Map.of("items", 1_000_000L));

        assertThat(flaw(check, ("{\"items\":[" + items + "]}").getBytes(UTF_8), 100, 1_000_000))
                .isEmpty();
    }

    @Test
    void directMemoryIsReadAsWell() {
        var check = new ElementCheck(EXPECTED);
        check.bodyBegins("");
        var direct = UnpooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(GOOD.getBytes(UTF_8));
        check.received(direct);
        direct.setZero(0, direct.capacity()).release();

        assertThat(check.bodyEnds()).isEmpty();
    }

    static Stream<Arguments> compressedBodies() {
        var cut = Compressed.gzip(GOOD);
        return Stream.of(
                arguments("gzip", Compressed.gzip(GOOD), ""),
                arguments(" X-GZIP ", Compressed.gzip(GOOD), ""),
                arguments("deflate", Compressed.deflate(GOOD), ""),
                arguments("deflate", Compressed.rawDeflate(GOOD), ""),
                arguments("identity", GOOD.getBytes(UTF_8), ""),
                arguments("gzip", Compressed.gzip("<html>"), "body is not JSON"),
                arguments("gzip", Compressed.gzip(""), "body is empty instead of JSON"),
                arguments("gzip", GOOD.getBytes(UTF_8), "body is not in its Content-Encoding"),
                arguments("gzip", Arrays.copyOf(cut, cut.length / 2), "body is not in its Content-Encoding"),
                arguments("gzip", new byte[0], "body is not in its Content-Encoding"),
                arguments("deflate", Compressed.gzip(GOOD), "body is not in its Content-Encoding"),
                arguments(
                        "gzip, br",
                        Compressed.gzip(GOOD),
                        "body has Content-Encoding gzip, br; elements are counted in gzip and deflate only"));
    }

    @ParameterizedTest
    @MethodSource("compressedBodies")
    void aCompressedBodyIsDecodedOrItsEncodingNamed(String encoding, byte[] body, String flaw) {
        var check = new ElementCheck(EXPECTED);
        for (int round = 0; round < 2; round++) {
            check.bodyBegins(encoding);
            check.received(Unpooled.copiedBuffer(body, 0, body.length / 3));
            check.received(Unpooled.copiedBuffer(body, body.length / 3, body.length - body.length / 3));
            assertThat(check.bodyEnds()).isEqualTo(flaw);
            assertThat(flaw(check, GOOD.getBytes(UTF_8))).isEmpty();
        }
    }

    private static String flaw(String body) {
        return flaw(new ElementCheck(EXPECTED), body.getBytes(UTF_8));
    }

    private static String flaw(ElementCheck check, byte[] body, int... cuts) {
        check.bodyBegins("");
        int from = 0;
        for (int cut : cuts) {
            check.received(Unpooled.copiedBuffer(body, from, cut - from));
            from = cut;
        }
        check.received(Unpooled.copiedBuffer(body, from, body.length - from));
        return check.bodyEnds();
    }
}
