package dev.ralbench.dependency.mongodb;

import dev.ralbench.Failure;
import dev.ralbench.Printable;
import dev.ralbench.dependency.declared.DeclaredMongoDb.DataFile;
import java.io.BufferedReader;
import java.io.StringReader;
import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.json.JsonParseException;
import org.bson.json.JsonReader;

/** Documents in MongoDB's extended JSON, one a line or one array, as {@code mongoexport} writes them. */
record ExtendedJson(DataFile file) {
    private static final String FIX =
            "write one document a line, or one array of them, in MongoDB's extended JSON, as mongoexport does";

    /** Takes a document, and its place in the file: {@code line 3}. */
    interface DocumentConsumer extends BiConsumer<BsonDocument, String> {}

    /**
     * Reads all documents, in their order.
     *
     * @throws Failure of usage naming the place of the first one that is none
     */
    void read(DocumentConsumer consumer) {
        var text = file.text().startsWith("\ufeff") ? file.text().substring(1) : file.text();
        if (text.stripLeading().startsWith("[")) {
            readArray(text, consumer);
        } else {
            readLines(text, consumer);
        }
    }

    long count() {
        var count = new long[1];
        read((document, place) -> count[0]++);
        return count[0];
    }

    private void readLines(String text, DocumentConsumer consumer) {
        int number = 0;
        for (var line : (Iterable<String>) text.lines()::iterator) {
            number++;
            if (!line.isBlank()) {
                consumer.accept(document(line, "line " + number), "line " + number);
            }
        }
    }

    private BsonDocument document(String line, String place) {
        if (!line.stripLeading().startsWith("{")) {
            throw wrong(place, "it begins with " + Printable.line(start(line.strip())) + ", and a document with {");
        }
        var source = new StringReader(line);
        try (var reader = new JsonReader(source)) {
            reader.readBsonType();
            var document = document(reader, place);
            requireEnd(source, place);
            return document;
        } catch (JsonParseException | BsonInvalidOperationException | IllegalArgumentException e) {
            throw wrong(place, message(e)).causedBy(e);
        }
    }

    private void readArray(String text, DocumentConsumer consumer) {
        int number = 1;
        var source = new StringReader(text);
        try (var reader = new JsonReader(source)) {
            reader.readStartArray();
            for (; reader.readBsonType() != BsonType.END_OF_DOCUMENT; number++) {
                consumer.accept(document(reader, "document " + number), "document " + number);
            }
            reader.readEndArray();
            requireEnd(source, "what comes behind the array");
        } catch (JsonParseException | BsonInvalidOperationException | IllegalArgumentException e) {
            throw wrong("document " + number, message(e)).causedBy(e);
        }
    }

    private BsonDocument document(BsonReader reader, String place) {
        if (reader.getCurrentBsonType() != BsonType.DOCUMENT) {
            throw wrong(place, "it is no document in { and }");
        }
        return new BsonDocumentCodec().decode(reader, DecoderContext.builder().build());
    }

    /** The parser takes sign by sign, up to the bracket that ends what it reads, and ignores what comes behind it. */
    private void requireEnd(StringReader source, String place) {
        new BufferedReader(source)
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .ifPresent(line -> {
                    throw wrong(place, "there is more behind its end: " + Printable.line(start(line.strip())));
                });
    }

    private static String start(String text) {
        return text.length() > 20 ? text.substring(0, 20) + " ..." : text;
    }

    private static String message(RuntimeException e) {
        return Printable.line(String.valueOf(e.getMessage()));
    }

    private Failure wrong(String place, String why) {
        return Failure.usage("needs.mongodb.data: " + file.name() + ", " + place + " is no JSON document", why, FIX);
    }
}
