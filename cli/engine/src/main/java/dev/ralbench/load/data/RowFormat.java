package dev.ralbench.load.data;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.FormatSchema;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.dataformat.csv.CsvFactory;
import tools.jackson.dataformat.csv.CsvReadFeature;
import tools.jackson.dataformat.csv.CsvSchema;

/** How rows are written in a file: in UTF-8, with or without a byte order mark. */
public enum RowFormat {
    /** Separated by commas (RFC 4180), or another character; the first line names the columns. Lines without a character are no rows. */
    CSV(".csv") {
        @Override
        Rows parsed(InputStream in, char separator) {
            var factory = CsvFactory.builder()
                    .enable(CsvReadFeature.WRAP_AS_ARRAY)
                    .enable(CsvReadFeature.EMPTY_UNQUOTED_STRING_AS_NULL) // which a line without a character has
                    .disable(CsvReadFeature.ALLOW_TRAILING_COMMA)
                    .build();
            try (var parser = factory.createParser(new Separated(separator), in)) {
                parser.nextToken();
                var header = line(parser);
                while (header.filter(List::isEmpty).isPresent()) {
                    header = line(parser);
                }
                if (header.isEmpty()) {
                    throw new IllegalArgumentException("is empty; its first line names the columns");
                }
                var rows = new Rows.Builder(header.get());
                int columns = header.get().size();
                for (var fields = line(parser); fields.isPresent(); fields = line(parser)) {
                    if (fields.get().isEmpty()) {
                        continue;
                    }
                    if (fields.get().size() != columns) {
                        int count = fields.get().size();
                        throw new IllegalArgumentException("has " + count
                                + (count == 1 ? " field" : " fields") + " in line "
                                + parser.currentTokenLocation().getLineNr() + ", and " + columns + " columns: "
                                + String.join(", ", header.get()));
                    }
                    rows.add(fields.get());
                }
                return rows.build();
            }
        }
    },

    /** An array of objects; the keys of the first are the columns. */
    JSON(".json") {
        @Override
        Rows parsed(InputStream in, char separator) throws IOException {
            try (var parser = JSON_FACTORY.createParser(ObjectReadContext.empty(), withoutMark(in))) {
                var first = parser.nextToken();
                if (first == null) {
                    throw new IllegalArgumentException("is empty; it must be an array of objects: [{...}, ...]");
                }
                if (first != JsonToken.START_ARRAY) {
                    throw new IllegalArgumentException("must be an array of objects: [{...}, ...]");
                }
                var rows = new ObjectRows();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    rows.add(parser, "in line " + parser.currentTokenLocation().getLineNr());
                }
                if (parser.nextToken() != null) {
                    throw new IllegalArgumentException("goes on after its array, in line "
                            + parser.currentTokenLocation().getLineNr() + "; write one object a line in a .jsonl file");
                }
                return rows.build();
            }
        }
    },

    /** An object in each line; the keys of the first are the columns. Lines without a character are no rows. */
    JSON_LINES(".jsonl") {
        @Override
        Rows parsed(InputStream in, char separator) throws IOException {
            var rows = new ObjectRows();
            var decoder = StandardCharsets.UTF_8.newDecoder();
            try (var lines = new BufferedReader(new InputStreamReader(withoutMark(in), decoder))) {
                int number = 0;
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    number++;
                    if (!line.isBlank()) {
                        add(rows, line, number);
                    }
                }
            }
            return rows.build();
        }

        private static void add(ObjectRows rows, String line, int number) {
            var place = "in line " + number;
            try (var parser = JSON_FACTORY.createParser(ObjectReadContext.empty(), line)) {
                parser.nextToken();
                rows.add(parser, place);
                if (parser.nextToken() != null) {
                    throw new IllegalArgumentException("has more than one value " + place);
                }
            } catch (JacksonException e) {
                throw new IllegalArgumentException("cannot be read " + place + ": " + e.getOriginalMessage(), e);
            }
        }
    };

    /** The separator of fields, unless another one is named. */
    public static final char COMMA = ',';

    private static final JsonFactory JSON_FACTORY = JsonFactory.builder().build();
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final String ending;

    RowFormat(String ending) {
        this.ending = ending;
    }

    /** The format of a file by its name; empty if it ends in another way. */
    public static Optional<RowFormat> of(String file) {
        return Arrays.stream(values())
                .filter(format -> file.endsWith(format.ending))
                .findFirst();
    }

    /** Rows as {@link #JSON} has them, all fields as texts. */
    public static byte[] json(Rows rows) {
        var bytes = new ByteArrayOutputStream();
        try (var json = JSON_FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartArray();
            for (int row = 0; row < rows.size(); row++) {
                var fields = rows.row(row).iterator();
                json.writeStartObject();
                for (var column : rows.columns()) {
                    json.writeStringProperty(column, fields.next());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        return bytes.toByteArray();
    }

    /** The endings of names, for messages. */
    public static String endings() {
        return String.join(
                ", ", Arrays.stream(values()).map(format -> format.ending).toList());
    }

    /**
     * Reads all rows, one after the other: the text is never in memory as a whole.
     *
     * @param in is read to its end, and closed
     * @throws IllegalArgumentException with the end of a sentence that begins with the file's name, if it is not of this format,
     *     or has no row
     * @throws IOException if it cannot be read
     */
    public Rows read(InputStream in) throws IOException {
        return read(in, COMMA);
    }

    /**
     * Likewise.
     *
     * @param separator between the fields of a line, if the format has lines of fields
     */
    public Rows read(InputStream in, char separator) throws IOException {
        try (in) {
            return parsed(in, separator);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("is not in UTF-8", e);
        } catch (JacksonIOException e) {
            if (e.getCause() instanceof CharConversionException) {
                throw new IllegalArgumentException("is not in UTF-8", e);
            }
            throw e.getCause();
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "cannot be read in line " + e.getLocation().getLineNr() + ": " + e.getOriginalMessage(), e);
        }
    }

    abstract Rows parsed(InputStream in, char separator) throws IOException;

    /** For lines of fields that another character than a comma may separate. */
    private static final class Separated extends ObjectReadContext.Base {
        private final CsvSchema schema;

        private Separated(char separator) {
            this.schema = CsvSchema.emptySchema().withColumnSeparator(separator);
        }

        @Override
        public FormatSchema getSchema() {
            return schema;
        }
    }

    /** The fields of the next line; none of one without a character. */
    private static Optional<List<String>> line(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_ARRAY) {
            return Optional.empty();
        }
        var fields = new ArrayList<String>();
        boolean isBlank = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            boolean isNothing = parser.currentToken() == JsonToken.VALUE_NULL;
            isBlank &= isNothing && fields.isEmpty();
            fields.add(isNothing ? "" : parser.getString());
        }
        return Optional.of(isBlank ? List.of() : fields);
    }

    private static InputStream withoutMark(InputStream in) throws IOException {
        var begun = new PushbackInputStream(in, BYTE_ORDER_MARK.length);
        var first = begun.readNBytes(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(first, BYTE_ORDER_MARK)) {
            begun.unread(first);
        }
        return begun;
    }

    /** Rows of JSON objects. */
    private static final class ObjectRows {
        private final Map<String, String> fields = new LinkedHashMap<>();
        private Rows.@Nullable Builder rows;
        private List<String> columns = List.of();

        /**
         * Adds the object that begins at the parser's token.
         *
         * @param place of it, for messages
         */
        void add(JsonParser parser, String place) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("has no object " + place + ": each row must be one");
            }
            fields.clear();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                var name = parser.currentName();
                parser.nextToken();
                if (fields.put(name, text(parser)) != null) {
                    throw new IllegalArgumentException("has the key " + name + " twice " + place);
                }
            }
            var builder = rows;
            if (builder == null) {
                if (fields.isEmpty()) {
                    throw new IllegalArgumentException("has no keys " + place + ": those of the first are the columns");
                }
                columns = List.copyOf(fields.keySet());
                builder = new Rows.Builder(columns);
                rows = builder;
            }
            builder.add(columns.stream().map(column -> field(column, place)).toList());
        }

        private String field(String column, String place) {
            var text = fields.get(column);
            if (text == null) {
                throw new IllegalArgumentException("has no key " + column + " " + place
                        + "; every row needs those of the first: " + String.join(", ", columns));
            }
            return text;
        }

        /** A scalar as it is written, without quotes; nothing for null; arrays and objects as JSON. */
        private static String text(JsonParser parser) {
            if (parser.currentToken() == JsonToken.VALUE_NULL) {
                return "";
            }
            if (!parser.currentToken().isStructStart()) {
                return parser.getString();
            }
            var text = new StringWriter();
            try (var json = JSON_FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
                json.copyCurrentStructure(parser);
            }
            return text.toString();
        }

        Rows build() {
            var builder = rows;
            if (builder == null) {
                throw new IllegalArgumentException("has no rows");
            }
            return builder.build();
        }
    }
}
