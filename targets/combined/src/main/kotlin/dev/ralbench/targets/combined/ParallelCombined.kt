package dev.ralbench.targets.combined

import okhttp3.OkHttpClient
import okhttp3.Request
import org.springframework.http.MediaType.TEXT_PLAIN_VALUE
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController

/**
 * As published: an okhttp client for each request, two calls at once, and the request thread polls for both.
 *
 * Each client leaves three threads behind: two of its dispatcher, until they have been idle for a minute, and one that cleans up its
 * connection pool, for as long as that keeps connections: five minutes.
 */
@RestController
class ParallelCombined(
    private val slow: SlowUrl,
    private val counters: Counters,
    private val settings: CombinedSettings,
) {
    @RequestMapping("/parallel/combined", produces = [TEXT_PLAIN_VALUE])
    fun combined() =
        counters.request {
            val client = OkHttpClient.Builder().dispatcher(dispatcher(settings.idle)).build()
            val answers = PolledAnswers(settings.poll, counters)
            client.newCall(Request.Builder().url(slow.of(1)).build()).enqueue(answers.callback(answers::keepFirst))
            client.newCall(Request.Builder().url(slow.of(2)).build()).enqueue(answers.callback(answers::keepSecond))
            answers.await()
        }
}
