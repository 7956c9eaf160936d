package dev.ralbench.dependency.mongodb;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.DeclaredMongoDb;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudyDocumentsTest {
    @ParameterizedTest
    @CsvSource({"6000, 1, 10, 300", "6000, 2, 6000, 300", "20000, 1, 12345, 1000", "200000, 7, 60000, 3000"})
    void tenDocumentsAreOfTheClassThatIsAskedForAndTenOrMoreOfEachOther(int count, int seed, int tenth, int classes) {
        var documents = new StudyDocuments(count, seed, tenth);

        var sizes = IntStream.range(0, count)
                .mapToObj(index -> documents.document(index).getString("class"))
                .collect(groupingBy(name -> name, counting()));

        assertThat(documents.matches()).hasSize(10).endsWith(tenth - 1);
        assertThat(sizes).hasSize(classes + 1).containsEntry("utilize", 10L);
        assertThat(sizes.values()).allMatch(size -> size >= 10);
        assertThat(sizes).containsKeys("class-000", "class-299", String.format("class-%03d", classes - 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4711})
    void theTenTakeAsManyBytesAsThePublishedAnswer(int seed) {
        var documents = new StudyDocuments(1_000_000, seed, 58_310);

        var body = documents.matches().stream()
                .map(documents::document)
                .map(StudyDocumentsTest::json)
                .collect(Collectors.joining(",", "[", "]"));

        assertThat(body).hasSize(1131);
    }

    /** The stand-in makes the same; its own test has the same line. */
    @Test
    void aDocumentIsWrittenDown() {
        assertThat(json(new StudyDocuments(20_000, 1, 12_345).document(1233)))
                .isEqualTo("{\"_id\":\"5bf00000910a2dec890004d1\",\"name\":\"worm-0001234\",\"class\":\"utilize\","
                        + "\"length\":647,\"habitat\":\"kitchen plot\"}");
    }

    @Test
    void idsSayWhereTheirDocumentIs() {
        var documents = StudyDocuments.of(new DeclaredMongoDb("wormery", "worms", 6000, 1));

        assertThat(IntStream.range(0, 6000).map(index -> documents.indexOf(documents.id(index))))
                .containsExactlyElementsOf(IntStream.range(0, 6000).boxed().toList());
        assertThat(documents.indexOf(documents.id(6000))).isEqualTo(-1);
        assertThat(documents.indexOf(new StudyDocuments(6000, 2, 0).id(1))).isEqualTo(-1);
    }

    /** As Express sends it. */
    private static String json(Document document) {
        return document.entrySet().stream()
                .map(field -> "\"" + field.getKey() + "\":" + json(field.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String json(Object value) {
        return switch (value) {
            case Integer number -> number.toString();
            case ObjectId id -> '"' + id.toHexString() + '"';
            default -> "\"" + value + '"';
        };
    }
}
