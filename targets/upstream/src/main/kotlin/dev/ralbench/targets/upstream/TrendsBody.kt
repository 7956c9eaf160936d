package dev.ralbench.targets.upstream

import io.netty.buffer.ByteBuf
import io.netty.buffer.Unpooled

/**
 * The one answer, about 26 KB and the same at every start: a guard line against script inclusion, which the client must drop, then
 * JSON of the shape that the published API had. Twenty stories with two articles each.
 */
object TrendsBody {
    private const val GUARD = ")]}',\n"
    private const val STORIES = 20

    val bytes: ByteArray = (GUARD + json()).toByteArray()

    /** Outside the heap, once: a copy of its 26 KB for each call would be the stub's largest cost, on CPUs that the target needs too. */
    private val outsideTheHeap = Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes.size).writeBytes(bytes))

    /** The bytes, to be written to one connection; it needs no release. */
    fun buffer(): ByteBuf = outsideTheHeap.duplicate()

    private fun json() =
        objectOf(
            "featuredStoryIds" to "[]",
            "trendingStoryIds" to listOf(STORIES) { text(storyId(it)) },
            "storySummaries" to objectOf("featuredStories" to "[]", "trendingStories" to listOf(STORIES, ::story)),
            "date" to text("Nov 21, 2024"),
            "hideAllImages" to "false",
        )

    private fun story(number: Int) =
        objectOf(
            "image" to image(number),
            "shareUrl" to text("https://trends.example.com/stories/${storyId(number)}?geo=US&hl=ko"),
            "articles" to listOf(2) { article(number, it) },
            "idsForDedup" to listOf(4) { text("/g/dedup-$number-$it") },
            "id" to text(storyId(number)),
            "title" to text("What story $number is about"),
            "entityNames" to listOf(3) { text("Entity $it of story $number") },
        )

    private fun image(story: Int) =
        objectOf(
            "newsUrl" to text("https://news.example.com/stories/$story"),
            "source" to text("Example News"),
            "imgUrl" to text("https://images.example.com/$story.jpg"),
        )

    private fun article(
        story: Int,
        number: Int,
    ) = objectOf(
        "articleTitle" to text("Article $number on what many people searched for, story $story"),
        "url" to text("https://news.example.com/stories/$story/articles/$number"),
        "source" to text("Example News"),
        "time" to text("$number hours ago"),
        "snippet" to text(SNIPPET),
    )

    private fun storyId(number: Int) = "US_lnk_EXAMPLE_STORY_" + "$number".padStart(8, '0')

    // Nothing above needs escaping, which spares the stub a JSON library and the start its time.
    private fun text(value: String) = "\"$value\""

    private fun listOf(
        size: Int,
        element: (Int) -> String,
    ) = (1..size).joinToString(",", "[", "]", transform = element)

    private fun objectOf(vararg fields: Pair<String, String>) =
        fields.joinToString(",", "{", "}") { (name, value) -> "\"$name\":$value" }

    private const val SNIPPET =
        "A few sentences of running text, as a news page shows them below its headline: long enough to say what " +
            "happened, short enough to be read at a glance, and cut off in the middle of a thought, because whoever " +
            "wants to know more"
}
