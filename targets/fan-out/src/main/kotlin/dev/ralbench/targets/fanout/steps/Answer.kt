package dev.ralbench.targets.fanout.steps

import java.time.LocalDateTime
import java.time.OffsetDateTime
import java.time.ZoneId

/** A request's parameters: the ids of the rows, in the given order. All four sets are mandatory. */
data class Ids(
    val test1Id: Set<Long>,
    val test2Id: Set<Long>,
    val test3Id: Set<Long>,
    val test4Id: Set<Long>,
) {
    private val byNumber = listOf(test1Id, test2Id, test3Id, test4Id)

    operator fun get(number: Int) = byNumber[number - 1]
}

/** The published answer, in the published order of fields. */
data class Answer(
    val data: Content,
) {
    data class Content(
        val cacheModel: CacheModel,
        val test1: List<Row>,
        val test2: List<Row>,
        val test3: List<Row>,
        val test4: List<Row>,
        val engineResult: List<String>,
        val trendModels: List<Trend>,
    )

    data class CacheModel(
        val test1: String?,
        val test2: String?,
        val test3: String?,
        val test4: String?,
    )

    companion object {
        /** Puts the results of the sixteen steps together, four of each kind. */
        fun of(
            rows: List<List<Row>>,
            cached: List<String?>,
            results: List<String>,
            trends: List<Trend>,
        ): Answer {
            val cacheModel = CacheModel(cached[0], cached[1], cached[2], cached[3])
            return Answer(Content(cacheModel, rows[0], rows[1], rows[2], rows[3], results, trends))
        }
    }
}

data class Row(
    val id: Long,
    val title: String?,
    val description: String?,
    val createdAt: OffsetDateTime,
    val modifiedAt: OffsetDateTime,
) {
    companion object {
        /** The study's zone, fixed so that an answer does not depend on the machine: the columns know no zone. */
        private val ZONE = ZoneId.of("Asia/Seoul")

        fun of(entity: TestEntity) =
            Row(entity.id, entity.title, entity.description, zoned(entity.createdAt), zoned(entity.modifiedAt))

        private fun zoned(time: LocalDateTime) = time.atZone(ZONE).toOffsetDateTime()
    }
}

/** One answer of the remote API. Every field is mandatory: a body that does not fit is an error, never left out. */
data class Trend(
    val featuredStoryIds: List<String>,
    val trendingStoryIds: List<String>,
    val storySummaries: StorySummaries,
    val date: String,
    val hideAllImages: Boolean,
) {
    data class StorySummaries(
        val featuredStories: List<Any>,
        val trendingStories: List<Story>,
    )

    data class Story(
        val image: Image,
        val shareUrl: String,
        val articles: List<Article>,
        val idsForDedup: List<String>,
        val id: String,
        val title: String,
        val entityNames: List<String>,
    )

    data class Image(
        val newsUrl: String,
        val source: String,
        val imgUrl: String,
    )

    data class Article(
        val articleTitle: String,
        val url: String,
        val source: String,
        val time: String,
        val snippet: String,
    )
}
