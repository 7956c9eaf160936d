package dev.ralbench.dependency.mongodb;

import dev.ralbench.dependency.declared.DeclaredMongoDb;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.ObjectId;

/**
 * The documents of the batching study, in the order in which a scan meets them. Each follows from the seed and its number
 * alone. The stand-in makes the same by itself ({@code StudyDocuments.kt}); an integration test compares the two.
 *
 * @param tenth number of the document, from 1, that is the tenth of class {@link #MATCH}; the other nine are spread evenly
 *     before it. 0 leaves all documents to the other classes.
 */
record StudyDocuments(int count, int seed, int tenth) {
    static final String MATCH = "utilize";
    static final int MATCHES = 10;

    private static final int MOST_CLASSES = 3000;
    private static final int FEWEST_OF_A_CLASS = 20;
    private static final int SHORTEST = 100;
    private static final int LONGEST = 999;
    private static final int ID_BYTES = 12;
    private static final int COUNTER_BITS = 24;
    private static final int COUNTER = (1 << COUNTER_BITS) - 1;

    /** Seconds since 1970, the first four bytes of ids: 2018-11-17, about when the driver of the study was written. */
    private static final int TIME = 0x5bf00000;

    /** A prime above the number of classes: steps of it meet each class of a block once. */
    private static final long STEP = 7919;

    /** All have the same length, so that documents and responses have, too. */
    private static final List<String> HABITATS = List.of(
            "forest floor",
            "river meadow",
            "compost heap",
            "marsh margin",
            "kitchen plot",
            "orchard soil",
            "hedge bottom",
            "field border");

    /** Without any of the query's class. */
    static StudyDocuments of(DeclaredMongoDb need) {
        return new StudyDocuments(need.documents(), need.seed(), 0);
    }

    /** These documents with ten of the query's class, the tenth at the given number. */
    StudyDocuments withTenth(int number) {
        return new StudyDocuments(count, seed, number);
    }

    Document document(int index) {
        long random = mix(seed ^ mix(index));
        return new Document("_id", id(index))
                .append("name", String.format(Locale.ROOT, "worm-%07d", index + 1))
                .append("class", className(index))
                .append("length", SHORTEST + (int) ((random >>> 8) % (LONGEST - SHORTEST + 1)))
                .append("habitat", HABITATS.get((int) (random & 7)));
    }

    /** An id as drivers create it: time, process, counter. */
    ObjectId id(int index) {
        long process = mix(seed) >>> COUNTER_BITS;
        return new ObjectId(ByteBuffer.allocate(ID_BYTES)
                .putInt(TIME)
                .putLong(process << COUNTER_BITS | index)
                .array());
    }

    /** The place of the document with that id; -1 if none has it. */
    int indexOf(ObjectId id) {
        int index = ByteBuffer.wrap(id.toByteArray()).getInt(ID_BYTES - Integer.BYTES) & COUNTER;
        return index < count && id(index).equals(id) ? index : -1;
    }

    /** Places of the ten. */
    List<Integer> matches() {
        return IntStream.rangeClosed(1, tenth == 0 ? 0 : MATCHES)
                .mapToObj(which -> (int) ((long) tenth * which / MATCHES) - 1)
                .toList();
    }

    String className(int index) {
        return matches().contains(index) ? MATCH : String.format(Locale.ROOT, "class-%03d", otherClass(index));
    }

    /** Each block of documents has each class once, so that the tenth of all of them are about equally far away. */
    private long otherClass(int index) {
        int classes = Math.min(MOST_CLASSES, count / FEWEST_OF_A_CLASS);
        long shift = (mix(seed ^ (long) (index / classes)) >>> 1) % classes;
        return (index % classes * STEP + shift) % classes;
    }

    /** SplitMix64: a different number for each number, without any pattern. */
    private static long mix(long number) {
        long z = number + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
