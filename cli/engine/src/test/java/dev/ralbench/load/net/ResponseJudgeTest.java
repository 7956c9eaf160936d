package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.RequestTemplate.BodySize;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.Workload.Source;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseJudgeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "200|{\"tags\": [1, 2]}|~~",
                "404|{\"tags\": [1, 2]}|status 404",
                "200|{\"tags\": [1]}|tags has 1 element instead of 2",
                "200|no JSON|body is not JSON",
                "200|~~|body is empty instead of JSON",
            })
    void elementsAndStatusAreLookedAt(int status, String body, String flaw) {
        var expect = new Expectation(200, OptionalLong.empty(), Map.of("tags", 2L));

        assertThat(ResponseJudge.flaw(expect, status, ResponseJudge.NO_HEADERS, bytes(body)))
                .isEqualTo(flaw);
    }

    @ParameterizedTest
    @CsvSource({"four,''", "three,body of 5 bytes instead of 4"})
    void soIsTheLength(String body, String flaw) {
        assertThat(ResponseJudge.flaw(
                        new Expectation(204, OptionalLong.of(4)), 204, ResponseJudge.NO_HEADERS, bytes(body)))
                .isEqualTo(flaw);
    }

    private static final Expectation ALL = new Expectation(
            new LinkedHashSet<>(List.of(201, 200)),
            Optional.of(new BodySize(2, 40)),
            Map.of(),
            Map.of("X-Cache", "HIT"),
            List.of("alice"),
            Map.of("/user/name", "alice", "/items/1/id", "7", "/is~1open", "true"),
            Optional.empty());

    private static final String SOUND =
            "{'user':{'name':'alice'},'items':[0,{'id':7}],'is/open':true}".replace('\'', '"');

    private static Function<String, List<String>> headers(String... namesAndValues) {
        return name -> IntStream.range(0, namesAndValues.length / 2)
                .filter(i -> namesAndValues[2 * i].equals(name))
                .mapToObj(i -> namesAndValues[2 * i + 1])
                .toList();
    }

    private static String flaw(int status, Function<String, List<String>> headers, String body) {
        var sized = new Expectation(
                ALL.statuses(),
                Optional.of(new BodySize(2, 70)),
                ALL.elements(),
                ALL.headers(),
                ALL.texts(),
                ALL.values(),
                ALL.within());
        return ResponseJudge.flaw(sized, status, headers, bytes(body));
    }

    @Test
    void aResponseThatHasAllThatIsExpectedHasNoFlaw() {
        assertThat(flaw(200, headers("x-cache", "HIT from a"), SOUND)).isEmpty();
        assertThat(flaw(201, headers("x-cache", "MISS", "x-cache", "HIT"), SOUND))
                .isEmpty();
    }

    @Test
    void eachExpectationHasAFlawOfItsOwn() {
        var hit = headers("x-cache", "HIT");
        assertThat(flaw(202, hit, SOUND)).isEqualTo("status 202");
        assertThat(flaw(200, headers(), SOUND)).isEqualTo("header X-Cache is missing");
        assertThat(flaw(200, headers("x-cache", "MISS"), SOUND)).isEqualTo("header X-Cache does not contain 'HIT'");
        assertThat(flaw(200, hit, "{")).isEqualTo("body of 1 bytes instead of 2 to 70");
        assertThat(flaw(200, hit, SOUND.replace("alice", "bob"))).isEqualTo("body does not contain 'alice'");
        assertThat(flaw(200, hit, SOUND.replace("7", "8"))).isEqualTo("/items/1/id is not '7'");
        assertThat(flaw(200, hit, SOUND.replace("7", "null")))
                .isEqualTo("/items/1/id is missing, or no text, number or truth value");
        assertThat(flaw(200, hit, SOUND.replace("7", "{}")))
                .isEqualTo("/items/1/id is missing, or no text, number or truth value");
        assertThat(flaw(200, hit, "alice")).contains(" is missing, or no text, number or truth value");
    }

    @Test
    void aCompressedBodyIsDecodedAndAnUnknownEncodingNamed() {
        var expect = new Expectation(
                Set.of(200),
                Optional.empty(),
                Map.of(),
                Map.of(),
                List.of("grün"),
                Map.of("/a", "grün"),
                Optional.empty());
        var body = "{\"a\":\"grün\"}";
        assertThat(ResponseJudge.flaw(expect, 200, headers("content-encoding", "gzip"), Compressed.gzip(body)))
                .isEmpty();
        assertThat(ResponseJudge.flaw(expect, 200, headers("content-encoding", "GZIP"), bytes(body)))
                .isEqualTo("body is not in its Content-Encoding");
        assertThat(ResponseJudge.flaw(expect, 200, headers("content-encoding", "br"), bytes(body)))
                .isEqualTo("body has Content-Encoding br; it is looked into in gzip and deflate only");
    }

    @Test
    void valuesAreTakenFromWhereTheyAre() {
        var judge = new ResponseJudge(new Expectation(200, OptionalLong.empty()), true);
        judge.headCame(200, headers("location", "/a/1", "set-cookie", "a=1; Path=/", "set-cookie", "b=\"2\""));
        var body = Unpooled.wrappedBuffer(bytes("{\"a\":[1.50,null],\"b\":\"x\\ny\"} token=abc;"));
        judge.bodyCame(body, 21);
        judge.bodyCame(body.skipBytes(21), body.readableBytes());
        assertThat(judge.ends()).isEmpty();

        assertThat(judge.value(new Source.Header("Location"))).contains("/a/1");
        assertThat(judge.value(new Source.Header("ETag"))).isEmpty();
        assertThat(judge.value(new Source.Cookie("b"))).contains("2");
        assertThat(judge.value(new Source.Cookie("c"))).isEmpty();
        assertThat(judge.value(new Source.JsonPointer("/a/0"))).contains("1.50");
        assertThat(judge.value(new Source.JsonPointer("/a/1"))).isEmpty();
        assertThat(judge.value(new Source.JsonPointer("/a"))).isEmpty();
        assertThat(judge.value(new Source.JsonPointer("/b"))).contains("x\ny");
        assertThat(judge.value(new Source.Regex(Pattern.compile("token=(\\w+)"), 1)))
                .contains("abc");
        assertThat(judge.value(new Source.Regex(Pattern.compile("tokens=(\\w+)"), 1)))
                .isEmpty();
    }

    @Test
    void theWholeBodyMayBeTheValue() {
        var judge = new ResponseJudge(new Expectation(200, OptionalLong.empty()), true);
        judge.headCame(200, headers());
        judge.bodyCame(Unpooled.wrappedBuffer(bytes(" 42 ")), 4);
        assertThat(judge.ends()).isEmpty();
        assertThat(judge.value(new Source.JsonPointer(""))).contains("42");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The JDK's matcher needs a part of the stack for each repetition of such a group. */
    @Test
    void anExpressionThatNeedsMoreThanTheStackFindsNothing() {
        var regex = new Source.Regex(Pattern.compile("<a>(?:.|\n)*?token=(\\w+)"), 1);
        var body = "<a>" + "long ".repeat(200_000);
        var judge = new ResponseJudge(new Expectation(200, OptionalLong.empty()), true);
        judge.headCame(200, ResponseJudge.NO_HEADERS);
        judge.bodyCame(Unpooled.wrappedBuffer(bytes(body)), body.length());

        assertThat(judge.ends()).isEmpty();
        assertThat(judge.value(regex)).isEmpty();
    }
}
