package dev.ralbench.dependency.mongodb;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import dev.ralbench.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bson.Document;

/**
 * The collection of a server that keeps its data.
 *
 * @param documents that it is to hold, without those of the query
 * @param address for messages
 */
record StudyCollection(MongoCollection<Document> collection, StudyDocuments documents, String address) {
    private static final int BATCH = 2000;
    private static final int SAMPLES = 100;

    boolean isEmpty() {
        return collection.find().first() == null;
    }

    /** One after the other: a scan meets documents in the order in which they were inserted. */
    void load() throws InterruptedException {
        for (int from = 0; from < documents.count(); from += BATCH) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while documents were loaded");
            }
            collection.insertMany(IntStream.range(from, Math.min(documents.count(), from + BATCH))
                    .mapToObj(documents::document)
                    .toList());
        }
    }

    /**
     * Makes sure that it holds the right documents.
     *
     * @return number of the document that is the tenth of the query's ten; empty if there are none of them yet
     * @throws Failure naming its actual content
     */
    Optional<Integer> verify() {
        long count = collection.countDocuments();
        if (count != documents.count()) {
            throw wrong("it holds " + count + " documents, not " + documents.count());
        }
        var matches = matches();
        int tenth = matches.isEmpty() ? 0 : matches.getLast() + 1;
        if (!matches.equals(documents.withTenth(tenth).matches())) {
            throw wrong("the documents of class " + StudyDocuments.MATCH + " are not the ten that ralbench puts there");
        }
        samples().forEach(index -> verify(index, documents.withTenth(tenth)));
        return tenth == 0 ? Optional.empty() : Optional.of(tenth);
    }

    /** Places of the query's documents; one that is not of the study has -1. */
    private List<Integer> matches() {
        return collection
                .find(eq("class", StudyDocuments.MATCH))
                .limit(StudyDocuments.MATCHES + 1)
                .map(document -> documents.indexOf(document.getObjectId("_id")))
                .into(new ArrayList<>());
    }

    private List<Integer> samples() {
        return IntStream.range(0, SAMPLES)
                .mapToObj(sample -> (int) ((long) sample * (documents.count() - 1) / (SAMPLES - 1)))
                .toList();
    }

    private void verify(int index, StudyDocuments expected) {
        var wanted = expected.document(index);
        var found = collection.find(eq("_id", wanted.getObjectId("_id"))).first();
        if (!wanted.equals(found)) {
            throw wrong("document " + (index + 1) + " is not what follows from seed " + documents.seed());
        }
    }

    private Failure wrong(String why) {
        return Failure.environment(
                "collection " + collection.getNamespace() + " at " + address + " does not hold what the scenario needs",
                why,
                "ralbench changes no collection that holds documents: drop it to have it loaded again, or name another"
                        + " one in the scenario");
    }
}
