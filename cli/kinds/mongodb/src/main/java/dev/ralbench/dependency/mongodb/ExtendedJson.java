package dev.ralbench.dependency.mongodb;

import dev.ralbench.Failure;
import dev.ralbench.Printable;
import dev.ralbench.dependency.declared.DeclaredMongoDb.DataFile;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.json.JsonParseException;
import org.bson.json.JsonReader;

/** Documents of one collection in MongoDB's extended JSON, one a line or one array, as {@code mongoexport} writes them. */
record ExtendedJson(String collection, DataFile file) {
    private static final String FIX =
            "write one document a line, or one array of them, in MongoDB's extended JSON, as mongoexport does";

    private static final String ID = "_id";

    /** Of a text that is quoted. */
    private static final int LONGEST_START = 20;

    /** Takes a document, and its place in the file: {@code line 3}. */
    interface DocumentConsumer extends BiConsumer<BsonDocument, String> {}

    /**
     * All documents of all files, in their order.
     *
     * @throws Failure of usage naming what is wrong, once per file
     */
    static void check(Map<String, DataFile> data, Map<String, Long> stated) {
        var failures = new ArrayList<Failure>();
        data.forEach((collection, file) -> {
            try {
                new ExtendedJson(collection, file).check(stated);
            } catch (Failure failure) {
                failures.add(failure);
            }
        });
        if (failures.size() == 1) {
            throw failures.getFirst();
        }
        if (!failures.isEmpty()) {
            var lines = failures.stream()
                    .map(failure -> failure.what() + ": " + failure.why())
                    .toList();
            throw Failure.usage(
                    failures.size() + " files of needs.mongodb.data are wrong",
                    String.join("\n", lines),
                    "correct them; " + FIX);
        }
    }

    private void check(Map<String, Long> stated) {
        var ids = new Ids();
        long count = count(ids::add);
        var doubled = ids.doubledHashes();
        if (!doubled.isEmpty()) {
            requireOwnIds(doubled);
        }
        if (stated.getOrDefault(collection, count) != count) {
            throw Failure.usage(
                    "needs.mongodb.documents." + collection + ": must be " + count + ", got " + stated.get(collection),
                    file.name() + " has " + count + " documents",
                    "correct it, or leave it out: documents of data are counted anyway");
        }
    }

    /** @throws Failure naming the first document whose id an earlier one has */
    private void requireOwnIds(Set<Integer> doubled) {
        var places = new HashMap<Object, String>();
        read((document, place) -> {
            var id = document.get(ID);
            if (id != null && doubled.contains(Ids.comparable(id).hashCode())) {
                var earlier = places.putIfAbsent(Ids.comparable(id), place);
                if (earlier != null) {
                    throw Failure.usage(
                            at(place) + " has the _id of " + earlier,
                            Printable.line(new BsonDocument(ID, id).toJson()),
                            "give each document of a collection an _id of its own, or none");
                }
            }
        });
    }

    /**
     * The ids of a file: hashes alone, because those of a file of 64 MiB may be some million. Ids of the same hash are compared
     * by reading the file again.
     */
    private static final class Ids {
        private int[] hashes = new int[1024];
        private int size;

        void add(BsonDocument document) {
            var id = document.get(ID);
            if (id == null) {
                return;
            }
            if (size == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * size);
            }
            hashes[size++] = comparable(id).hashCode();
        }

        Set<Integer> doubledHashes() {
            Arrays.sort(hashes, 0, size);
            var doubled = new HashSet<Integer>();
            for (int i = 1; i < size; i++) {
                if (hashes[i] == hashes[i - 1]) {
                    doubled.add(hashes[i]);
                }
            }
            return doubled;
        }

        /** Two numbers are the same id whatever their types, and two documents are only with the same order of fields. */
        static Object comparable(BsonValue id) {
            if (id.isDocument()) {
                return id.asDocument().toJson();
            }
            boolean isWhole = id.isInt32()
                    || (id.isDouble()
                            && id.asDouble().getValue() == id.asDouble().longValue());
            return isWhole ? new BsonInt64(id.asNumber().longValue()) : id;
        }
    }

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
        return count(document -> {});
    }

    private long count(Consumer<BsonDocument> consumer) {
        var count = new long[1];
        read((document, place) -> {
            count[0]++;
            consumer.accept(document);
        });
        return count[0];
    }

    /** A place in the file, for messages: {@code needs.mongodb.data.orders: orders.jsonl, line 3}. */
    String at(String place) {
        return "needs.mongodb.data." + collection + ": " + file.name() + ", " + place;
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
        try (var reader = new DocumentReader(source)) {
            try {
                reader.readBsonType();
                var document = document(reader, place);
                requireEnd(source, place);
                return document;
            } catch (JsonParseException | BsonInvalidOperationException | IllegalArgumentException e) {
                throw wrong(place, reader.message(e)).causedBy(e);
            }
        }
    }

    private void readArray(String text, DocumentConsumer consumer) {
        int number = 1;
        var source = new StringReader(text);
        try (var reader = new DocumentReader(source)) {
            try {
                reader.readStartArray();
                for (; reader.readBsonType() != BsonType.END_OF_DOCUMENT; number++) {
                    reader.field = "";
                    consumer.accept(document(reader, "document " + number), "document " + number);
                    reader.field = "";
                }
                reader.readEndArray();
                requireEnd(source, "what comes behind the array");
            } catch (JsonParseException | BsonInvalidOperationException | IllegalArgumentException e) {
                throw wrong("document " + number, reader.message(e)).causedBy(e);
            }
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
        var more = new StringBuilder();
        try {
            for (int sign = source.read(); sign >= 0 && more.length() < LONGEST_START * 2; sign = source.read()) {
                if (!more.isEmpty() || !Character.isWhitespace(sign)) {
                    more.append((char) sign);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // none: a string is read
        }
        more.toString().lines().findFirst().ifPresent(line -> {
            throw wrong(place, "there is more behind its end: " + Printable.line(start(line.strip())));
        });
    }

    private static String start(String text) {
        return text.length() > LONGEST_START ? text.substring(0, LONGEST_START) + " ..." : text;
    }

    private Failure wrong(String place, String why) {
        return Failure.usage(at(place) + " is not extended JSON", why, FIX);
    }

    /** Keeps the last field's name, which the parser's messages about values leave out. */
    private static final class DocumentReader extends JsonReader {
        private String field = "";

        DocumentReader(Reader source) {
            super(source);
        }

        @Override
        protected void setCurrentName(String name) {
            super.setCurrentName(name);
            field = name;
        }

        String message(RuntimeException e) {
            var message = String.valueOf(e.getMessage());
            return Printable.line(field.isEmpty() ? message : "field " + field + ": " + message);
        }
    }
}
