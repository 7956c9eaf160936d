package dev.ralbench.load.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of rows, as people and programs write them. */
class RowFormatTest {
    private static Rows read(RowFormat format, String text) throws IOException {
        return format.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<List<String>> all(Rows rows) {
        return IntStream.range(0, rows.size())
                .mapToObj(row -> List.copyOf(rows.row(row)))
                .toList();
    }

    @Test
    void csvWithAByteOrderMarkAndQuotedFieldsIsRead() throws IOException {
        var rows = read(
                RowFormat.CSV,
                "\uFEFFname,note\r\n"
                        + "ann,\"a, \"\"b\"\"\"\r\n"
                        + "\r\n"
                        + "\"bob\",\"two\r\nlines\"\r\n"
                        + " c ü😀,\r\n"
                        + "\"\",\"\"");

        assertThat(rows.columns()).containsExactly("name", "note");
        assertThat(all(rows))
                .containsExactly(
                        List.of("ann", "a, \"b\""),
                        List.of("bob", "two\r\nlines"),
                        List.of(" c ü😀", ""),
                        List.of("", ""));
        assertThat(rows.firstUnprintable(0)).isEmpty();
        assertThat(rows.firstUnprintable(1)).hasValue(1);
    }

    @Test
    void linesMayEndInEachOfTheThreeWays() throws IOException {
        for (var end : List.of("\n", "\r\n", "\r")) {
            assertThat(all(read(RowFormat.CSV, String.join(end, "id", "1", "2", ""))))
                    .as(end)
                    .containsExactly(List.of("1"), List.of("2"));
        }
    }

    @Test
    void fieldsOfJsonAreTexts() throws IOException {
        var rows = read(
                RowFormat.JSON,
                "\uFEFF[{\"id\": 1.50, \"ok\": true, \"none\": null, \"name\": \"a\\n\\u00fc\", \"all\": {\"x\": [1, \"y\"]}},\n"
                        + "{\"name\": \"b\", \"more\": 1, \"all\": [], \"none\": \"\", \"ok\": \"\", \"id\": 2}]");

        assertThat(rows.columns()).containsExactly("id", "ok", "none", "name", "all");
        assertThat(all(rows))
                .containsExactly(
                        List.of("1.50", "true", "", "a\nü", "{\"x\":[1,\"y\"]}"), List.of("2", "", "", "b", "[]"));
    }

    @Test
    void aLineIsAnObject() throws IOException {
        var rows = read(RowFormat.JSON_LINES, "\uFEFF{\"id\": 1}\r\n\n{\"id\": \"2\"}\n  \n{\"id\": 3}");

        assertThat(all(rows)).containsExactly(List.of("1"), List.of("2"), List.of("3"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CSV | '' | is empty; its first line names the columns",
                "CSV | 'a,b~' | has no rows",
                "CSV | 'a,b~~1,2~~3~' | has 1 field in line 5, and 2 columns: a, b",
                "CSV | 'a,b~\"1~2\",3~4,5,6~' | has 3 fields in line 4, and 2 columns: a, b",
                "CSV | 'a,a~1,2~' | has two columns a",
                "CSV | 'a,,b~1,2,3~' | has no name for column 2",
                "CSV | 'a~1~\"2~3~' | cannot be read in line 5: Missing closing quote for value",
                "JSON | '' | is empty; it must be an array of objects: [{...}, ...]",
                "JSON | '{\"id\": 1}' | must be an array of objects: [{...}, ...]",
                "JSON | '[]' | has no rows",
                "JSON | '[{\"id\": 1},~7]' | has no object in line 2: each row must be one",
                "JSON | '[{\"id\": 1}]~[]' | goes on after its array, in line 2; write one object a line in a .jsonl file",
                "JSON | '[{\"id\": 1, \"id\": 2}]' | has the key id twice in line 1",
                "JSON | '[{}]' | has no keys in line 1: those of the first are the columns",
                "JSON_LINES | '~~' | has no rows",
                "JSON_LINES | '{\"a\": 1, \"b\": 2}~~{\"a\": 1}' | has no key b in line 3; every row needs those of the first: a,"
                        + " b",
                "JSON_LINES | '{\"a\": 1} {\"a\": 2}' | has more than one value in line 1",
                "JSON_LINES | '{\"a\": 1}~[1]' | has no object in line 2: each row must be one",
            })
    void whatIsWrongIsSaidWithItsLine(RowFormat format, String text, String message) {
        assertThatThrownBy(() -> read(format, text.replace('~', '\n')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"JSON, '[{\"a\": 1},~{]'", "JSON_LINES, '{\"a\": 1}~{\"a\": '"})
    void jsonThatIsNoneIsRefusedWithItsLine(RowFormat format, String text) {
        assertThatThrownBy(() -> read(format, text.replace('~', '\n')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("cannot be read in line 2: ");
    }

    @ParameterizedTest
    @CsvSource({"CSV, 'a~\u00e4x~'", "JSON_LINES, '{\"a\": \"\u00e4x\"}'"})
    void anotherEncodingIsRefused(RowFormat format, String text) {
        var latin = text.replace('~', '\n').getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> format.read(new ByteArrayInputStream(latin)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("is not in UTF-8");
    }

    @Test
    void anyFieldsComeBackAsTheyWereWritten() throws IOException {
        var random = new Random(7);
        for (int attempt = 0; attempt < 200; attempt++) {
            int columns = 1 + random.nextInt(5);
            var table = new ArrayList<List<String>>();
            for (int row = 0; row <= 1 + random.nextInt(20); row++) {
                boolean isHeader = row == 0;
                table.add(IntStream.range(0, columns)
                        .mapToObj(column -> isHeader ? "c" + column : anyText(random))
                        .toList());
            }
            var csv = new StringBuilder();
            table.forEach(row -> csv.append(String.join(
                            ",", row.stream().map(RowFormatTest::quoted).toList()))
                    .append(random.nextBoolean() ? "\n" : "\r\n"));

            assertThat(all(read(RowFormat.CSV, csv.toString())))
                    .as(csv.toString())
                    .isEqualTo(table.subList(1, table.size()));
        }
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "\"\"") + "\"";
    }

    private static String anyText(Random random) {
        var pieces = List.of(",", "\"", "\n", "\r\n", " ", "ü", "😀", "a", "\t", "'", ";", "0".repeat(300));
        return IntStream.range(0, random.nextInt(6))
                .mapToObj(i -> pieces.get(random.nextInt(pieces.size())))
                .reduce("", String::concat);
    }

    /** Fields of every length around the borders of the length's encoding, and rows larger than a piece. */
    @Test
    void fieldsMayHaveAnyLength() {
        var builder = new Rows.Builder(List.of("a", "b"));
        var lengths = List.of(0, 1, 127, 128, 16_383, 16_384, 1 << 20, 3 << 20, 5, 0);
        lengths.forEach(length -> builder.add(List.of("x".repeat(length), "y" + length)));

        var rows = builder.build();

        for (int i = 0; i < lengths.size(); i++) {
            assertThat(rows.row(i).get(0)).hasSize(lengths.get(i));
            assertThat(rows.row(i)).last().isEqualTo("y" + lengths.get(i));
        }
    }

    /** 40 bytes a row: the text itself, and little more. */
    @Test
    void aMillionRowsTakeLittleMoreThanTheirText() throws IOException {
        var text = new LinesOfUsers(1_000_000);

        var rows = RowFormat.CSV.read(text);

        assertThat(rows.size()).isEqualTo(1_000_000);
        assertThat(rows.row(999_999)).containsExactly("user-999999@example.test", "pw-1d905a1", "4999");
        assertThat(text.bytes).isGreaterThan(38L << 20);
        assertThat(rows.bytes()).isLessThan(text.bytes + 4_000_000 + (1 << 20)).isLessThan(60L << 20);
    }

    /** Made as it is read, so that the text is not in memory. */
    private static final class LinesOfUsers extends InputStream {
        private final int lines;
        private int next = -1;
        private byte[] line = {};
        private int at;
        private long bytes;

        private LinesOfUsers(int lines) {
            this.lines = lines;
        }

        @Override
        public int read() {
            if (at == line.length) {
                if (next == lines) {
                    return -1;
                }
                var text = next < 0
                        ? "user,password,product\n"
                        : "user-" + next + "@example.test,pw-" + Integer.toHexString(next * 31) + "," + next % 5000
                                + "\n";
                line = text.getBytes(StandardCharsets.US_ASCII);
                at = 0;
                next++;
                bytes += line.length;
            }
            return line[at++];
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            int count = 0;
            for (int each = count < length ? read() : -1; each >= 0; each = count < length ? read() : -1) {
                buffer[offset + count++] = (byte) each;
            }
            return count == 0 ? -1 : count;
        }
    }
}
