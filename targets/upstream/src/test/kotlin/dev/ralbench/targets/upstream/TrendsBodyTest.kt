package dev.ralbench.targets.upstream

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import tools.jackson.databind.JsonNode
import tools.jackson.databind.json.JsonMapper

class TrendsBodyTest {
    private val lines = TrendsBody.bytes.decodeToString().lines()
    private val json: JsonNode = JsonMapper().readTree(lines[1])

    @Test
    fun theBodyIsAsLongAsThePublishedOnes() {
        assertThat(TrendsBody.bytes).hasSizeBetween(24 * 1024, 28 * 1024)
    }

    @Test
    fun theGuardIsALineOfItsOwnBeforeTheJson() {
        assertThat(lines).hasSize(2)
        assertThat(lines[0]).isEqualTo(")]}',")
    }

    @Test
    fun everyFieldOfThePublishedShapeIsThere() {
        assertThat(json.propertyNames())
            .containsExactly("featuredStoryIds", "trendingStoryIds", "storySummaries", "date", "hideAllImages")
        assertThat(json["trendingStoryIds"]).hasSize(20).allMatch(JsonNode::isString)
        assertThat(json["storySummaries"].propertyNames()).containsExactly("featuredStories", "trendingStories")
        assertThat(json["date"].isString).isTrue()
        assertThat(json["hideAllImages"].isBoolean).isTrue()
    }

    @Test
    fun everyOfTheTwentyStoriesIsComplete() {
        val stories = json["storySummaries"]["trendingStories"]

        assertThat(stories).hasSize(20).allSatisfy { story ->
            assertThat(story.propertyNames())
                .containsExactly("image", "shareUrl", "articles", "idsForDedup", "id", "title", "entityNames")
            assertThat(story["image"].propertyNames()).containsExactly("newsUrl", "source", "imgUrl")
            assertThat(story["articles"]).isNotEmpty().allSatisfy { article ->
                assertThat(article.propertyNames()).containsExactly("articleTitle", "url", "source", "time", "snippet")
            }
        }
    }
}
