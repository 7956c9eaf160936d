package dev.ralbench.dependency.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredMongoDb.DataFile;
import java.util.ArrayList;
import java.util.List;
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
        assertThat(new ExtendedJson(new DataFile("x.jsonl", "{}\n{}\n")).count())
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
                            .isEqualTo("needs.mongodb.data: x.jsonl, " + place + " is no JSON document");
                    assertThat(failure.why()).isNotBlank().contains(why == null ? "" : why);
                });
    }

    private static List<BsonDocument> read(String text) {
        var documents = new ArrayList<BsonDocument>();
        new ExtendedJson(new DataFile("x.jsonl", text)).read((document, place) -> documents.add(document));
        return documents;
    }
}
