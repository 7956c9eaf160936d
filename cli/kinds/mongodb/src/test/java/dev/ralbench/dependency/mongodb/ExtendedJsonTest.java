package dev.ralbench.dependency.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.dependency.declared.DeclaredMongoDb.DataFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtendedJsonTest {
    private static final BsonDocument FIRST = new BsonDocument(
                    "_id", new BsonObjectId(new ObjectId("5bf00000910a2dec890004d1")))
            .append("at", new BsonDateTime(1000));
    private static final BsonDocument SECOND = new BsonDocument("n", new BsonInt32(2));

    private static final String FIRST_TEXT =
            "{\"_id\": {\"$oid\": \"5bf00000910a2dec890004d1\"}, \"at\": {\"$date\": \"1970-01-01T00:00:01Z\"}}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s\n{\"n\": 2}",
                "%s\r\n\r\n  {\"n\": 2}\r\n",
                "\ufeff%s\n{\"n\": 2}",
                "[%s,\n{\"n\": 2}]\n",
                " [ %s, { \"n\":\n2 } ]"
            })
    void documentsAreReadInTheirOrder(String form) {
        assertThat(read(form.replace("%s", FIRST_TEXT))).containsExactly(FIRST, SECOND);
    }

    @Test
    void aFileMayHoldNone() {
        assertThat(read("\n")).isEmpty();
        assertThat(read("[]")).isEmpty();
        assertThat(new ExtendedJson("rows", new DataFile("x.jsonl", "{}\n{}\n")).count())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'n': 1}~{'n': ~ | line 2 | ",
                "{'n': 1}~~{'n' 1} | line 3 | ':'",
                "{'n': 1} {'n': 2} | line 1 | there is more behind its end: {",
                "{'n': 1}, {'n': 2} | line 1 | there is more behind its end: , {",
                "{'n': 1}] anything | line 1 | there is more behind its end: ] anything",
                "{'n': 1}} | line 1 | there is more behind its end: }",
                "{'n': 1}~n,1 | line 2 | it begins with n,1, and a document with {",
                "{'_id': {'$oid': 'zz'}} | line 1 | 24 characters",
                "{'a': 1, 'at': {'$date': 'soon'}} | line 1 | field at: ",
                "{'a': {'b': [1, {'$oid': 5}]}} | line 1 | field b: ",
                "[{'n': 1}, {'at': {'$date': 'soon'}}] | document 2 | field at: ",
                "{~'n': 1~} | line 1 | ",
                "[{'n': 1}, 2] | document 2 | it is no document in { and }",
                "[{'n': 1}, {'n': ] | document 2 | ",
                "[{'n': 1} | document 2 | ",
                "[{'n': 1}]~[{'n': 2}] | what comes behind the array | there is more behind its end: [",
                "[]~~] | what comes behind the array | there is more behind its end: ]",
            })
    void theFirstThatIsNoneIsNamed(String text, String place, String why) {
        assertThatThrownBy(() -> read(text.replace('~', '\n').replace('\'', '"')))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.what())
                            .isEqualTo("needs.mongodb.data.rows: x.jsonl, " + place + " is not extended JSON");
                    assertThat(failure.why()).isNotBlank().contains(why == null ? "" : why);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'_id': 1}~{'_id': 2}~~{'_id': 1} | line 4 has the _id of line 1 | {'_id': 1}",
                "{'_id': 'a'}~{'_id': 'a'}~{'_id': 'a'} | line 2 has the _id of line 1 | {'_id': 'a'}",
                "[{'_id': 1}, {'_id': {'$numberLong': '1'}}] | document 2 has the _id of document 1 | {'_id': 1}",
                "{'_id': 1.0}~{'_id': 1} | line 2 has the _id of line 1 | {'_id': 1}",
                "{'_id': {'a': 1}}~{'_id': {'a': 1}} | line 2 has the _id of line 1 | {'_id': {'a': 1}}",
            })
    void anIdThatTwoDocumentsHaveIsNamed(String text, String what, String why) {
        assertThat(failure(Map.of("rows", file(text)), Map.of()))
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.USAGE))
                .satisfies(failure -> assertThat(failure.what()).isEqualTo("needs.mongodb.data.rows: x.jsonl, " + what))
                .satisfies(failure -> assertThat(failure.why()).isEqualTo(why.replace('\'', '"')));
    }

    /** "Aa" and "BB" have the same hash. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'_id': 'Aa'}~{'_id': 'BB'}",
                "{'_id': 1}~{'_id': '1'}~{'_id': 1.5}~{}~{}",
                "{'_id': {'a': 1, 'b': 2}}~{'_id': {'b': 2, 'a': 1}}"
            })
    void otherIdsAreNotTakenForTheSame(String text) {
        ExtendedJson.check(Map.of("rows", file(text)), Map.of());
    }

    @Test
    void aSecondIdIsFoundBehindManyOthers() {
        var text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append("{\"_id\":").append(i).append("}\n");
        }
        text.append("{\"_id\":0}\n");
        assertThat(failure(Map.of("rows", new DataFile("x.jsonl", text.toString())), Map.of())
                        .what())
                .endsWith("line 20001 has the _id of line 1");
    }

    @Test
    void aNumberOfDocumentsThatTheFileDoesNotHaveIsNamed() {
        var data = Map.of("rows", file("{}~{}"));
        ExtendedJson.check(data, Map.of("rows", 2L, "others", 1L));
        assertThat(failure(data, Map.of("rows", 3L)).what())
                .isEqualTo("needs.mongodb.documents.rows: must be 2, got 3");
    }

    @Test
    void eachFileThatIsWrongIsNamed() {
        var data = new LinkedHashMap<String, DataFile>();
        data.put("rows", file("{'n': 1}~{'n': }"));
        data.put("good", file("{}"));
        data.put("more", file("[{'_id': 1}, {'_id': 1}]"));
        assertThat(failure(data, Map.of()))
                .satisfies(failure -> assertThat(failure.what()).isEqualTo("2 files of needs.mongodb.data are wrong"))
                .satisfies(failure -> assertThat(failure.why().lines())
                        .satisfiesExactly(
                                line -> assertThat(line)
                                        .startsWith(
                                                "needs.mongodb.data.rows: x.jsonl, line 2 is not extended JSON: field n: "),
                                line -> assertThat(line)
                                        .startsWith("needs.mongodb.data.more: x.jsonl, document 2 has the _id of")));
    }

    private static Failure failure(Map<String, DataFile> data, Map<String, Long> documents) {
        return catchThrowableOfType(Failure.class, () -> ExtendedJson.check(data, documents));
    }

    private static DataFile file(String text) {
        return new DataFile("x.jsonl", text.replace('~', '\n').replace('\'', '"'));
    }

    private static List<BsonDocument> read(String text) {
        var documents = new ArrayList<BsonDocument>();
        new ExtendedJson("rows", new DataFile("x.jsonl", text)).read((document, place) -> documents.add(document));
        return documents;
    }
}
