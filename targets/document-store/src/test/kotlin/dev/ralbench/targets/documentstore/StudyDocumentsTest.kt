package dev.ralbench.targets.documentstore

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.bson.Document
import org.bson.types.ObjectId
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.junit.jupiter.params.provider.ValueSource

class StudyDocumentsTest {
    @ParameterizedTest
    @CsvSource("6000, 1, 10, 300", "6000, 2, 6000, 300", "20000, 1, 12345, 1000", "200000, 7, 60000, 3000")
    fun tenDocumentsAreOfTheClassThatIsAskedForAndTenOrMoreOfEachOther(
        count: Int,
        seed: Long,
        tenth: Int,
        classes: Int,
    ) {
        val documents = StudyDocuments(count, seed, tenth)
        val byClass = (0..<count).groupBy { documents.document(it)["class"] as String }
        val matches = byClass.getValue("utilize")
        assertThat(matches).hasSize(10)
        assertThat(matches.last()).isEqualTo(tenth - 1)
        assertThat(byClass.keys - "utilize").hasSize(classes)
        assertThat((byClass - "utilize").values).allSatisfy { assertThat(it).hasSizeGreaterThanOrEqualTo(10) }
        assertThat((0..<classes).map { "class-" + "$it".padStart(3, '0') }).allMatch(byClass::containsKey)
    }

    @ParameterizedTest
    @ValueSource(longs = [0, 1, 2, 4711])
    fun theTenTakeAsManyBytesAsThePublishedAnswer(seed: Long) {
        val documents = StudyDocuments(1_000_000, seed, 58_310)
        val matches = (1..10).map { documents.document(5831 * it - 1) }
        assertThat(matches).allSatisfy { assertThat(it["class"]).isEqualTo("utilize") }
        assertThat(matches.joinToString(",", "[", "]", transform = ::json)).hasSize(1131)
    }

    @Test
    fun theTenthOfEachOtherClassIsAboutEquallyFarAway() {
        val documents = StudyDocuments(1_000_000, 1, 0)
        val seen = HashMap<Any?, Int>()
        val tenths = (0..<40_000).filter { seen.merge(documents.document(it)["class"], 1, Int::plus) == 10 }
        assertThat(tenths).hasSize(3000).allSatisfy { assertThat(it).isBetween(27_000, 29_999) }
    }

    @Test
    fun theSameSeedGivesTheSameDocumentsAndAnotherOneOthers() {
        val one = StudyDocuments(6000, 1, 100)
        assertThat((0..<6000).map(one::document)).isEqualTo((0..<6000).map(StudyDocuments(6000, 1, 100)::document))
        val other = StudyDocuments(6000, 2, 100)
        assertThat((0..<6000).filter { one.document(it) == other.document(it) }).isEmpty()
    }

    @Test
    fun aDocumentIsWrittenDown() {
        assertThat(json(StudyDocuments(20_000, 1, 12_345).document(1233)))
            .isEqualTo(
                """{"_id":"5bf00000910a2dec890004d1","name":"worm-0001234","class":"utilize","length":647,""" +
                    """"habitat":"kitchen plot"}""",
            )
    }

    @Test
    fun idsAreUniqueAndPlacesOfTheTenAreThoseOfTheirClass() {
        val documents = StudyDocuments(6000, 1, 1234)
        assertThat((0..<6000).map(documents::id).toSet()).hasSize(6000)
        assertThat(documents.matches()).isEqualTo((0..<6000).filter { documents.className(it) == "utilize" })
        assertThat(StudyDocuments(6000, 1, 0).matches()).isEmpty()
    }

    @Test
    fun tooFewDocumentsAndATenthBeyondThemAreRefused() {
        assertThatThrownBy { StudyDocuments(5999, 1, 0) }
            .hasMessage("--documents: must be between 6000 and 9999999, got 5999")
        assertThatThrownBy { StudyDocuments(6000, 1, 6001) }
            .hasMessage("--tenth: must be 0, or between 10 and the number of documents, 6000, got 6001")
    }

    /** As Express sends it. */
    private fun json(document: Document) =
        document.entries.joinToString(",", "{", "}") { (name, value) ->
            when (value) {
                is ObjectId -> "\"$name\":\"${value.toHexString()}\""
                is Int -> "\"$name\":$value"
                else -> "\"$name\":\"$value\""
            }
        }
}
