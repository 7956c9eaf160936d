package dev.ralbench.targets.combined

import okhttp3.OkHttpClient
import okhttp3.Request
import org.springframework.http.MediaType.TEXT_PLAIN_VALUE
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController

/**
 * The published parallel calls with one okhttp client for all requests, as okhttp's documentation asks for. It has okhttp's default
 * limits, so that five calls at once reach the slow API, however many requests there are; the others queue in the client.
 */
@RestController
class SharedCombined(
    private val slow: SlowUrl,
    private val counters: Counters,
    private val settings: CombinedSettings,
) {
    private val client = OkHttpClient.Builder().dispatcher(dispatcher(settings.idle)).build()

    @RequestMapping("/shared/combined", produces = [TEXT_PLAIN_VALUE])
    fun combined() =
        counters.request {
            val answers = PolledAnswers(settings.poll, counters)
            client.newCall(Request.Builder().url(slow.of(1)).build()).enqueue(answers.callback(answers::keepFirst))
            client.newCall(Request.Builder().url(slow.of(2)).build()).enqueue(answers.callback(answers::keepSecond))
            answers.await()
        }
}
