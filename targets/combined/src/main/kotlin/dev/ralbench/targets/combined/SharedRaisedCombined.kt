package dev.ralbench.targets.combined

import okhttp3.OkHttpClient
import okhttp3.Request
import org.springframework.http.MediaType.TEXT_PLAIN_VALUE
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController

/**
 * One okhttp client for all requests, with limits that no load of the study reaches. A later state of the source has these limits
 * too, in a dispatcher that also keeps 200 threads for ever; here threads come and go with the calls.
 */
@RestController
class SharedRaisedCombined(
    private val slow: SlowUrl,
    private val counters: Counters,
    private val settings: CombinedSettings,
) {
    private val client =
        OkHttpClient
            .Builder()
            .dispatcher(
                dispatcher(settings.idle).apply {
                    maxRequests = MOST_CALLS
                    maxRequestsPerHost = MOST_CALLS
                },
            ).build()

    @RequestMapping("/shared-raised/combined", produces = [TEXT_PLAIN_VALUE])
    fun combined() =
        counters.request {
            val answers = PolledAnswers(settings.poll, counters)
            client.newCall(Request.Builder().url(slow.of(1)).build()).enqueue(answers.callback(answers::keepFirst))
            client.newCall(Request.Builder().url(slow.of(2)).build()).enqueue(answers.callback(answers::keepSecond))
            answers.await()
        }

    private companion object {
        /** Two for each of 500 users. */
        const val MOST_CALLS = 1000
    }
}
