package dev.ralbench.targets.combined

import okhttp3.Call
import okhttp3.Callback
import okhttp3.Response
import org.slf4j.LoggerFactory
import java.io.IOException
import java.time.Duration

/**
 * Two answers that come on other threads, and the request thread that looks for them now and then: the study's way to wait.
 *
 * Texts and flags are not volatile, as published: that the request thread sees them at all is owed to its sleep, which no compiler
 * looks through. A call that fails is logged and sets no flag, as published too: its request polls for ever and keeps its thread.
 */
class PolledAnswers(
    private val poll: Duration,
    private val counters: Counters,
) {
    private var first = ""
    private var second = ""
    private var hasFirst = false
    private var hasSecond = false

    fun keepFirst(text: String) {
        first = text
        hasFirst = true
    }

    fun keepSecond(text: String) {
        second = text
        hasSecond = true
    }

    /** As published, nothing but a line in the log. */
    fun failed(cause: Throwable) {
        counters.failedCall()
        LOG.warn("a call failed, so its request will never be answered: {}", cause.toString())
    }

    /** Both texts; looked for at once, and then after each pause. */
    fun await(): String {
        while (!(hasFirst && hasSecond)) Thread.sleep(poll)
        return "$first|$second"
    }

    /** Handles an answer on an okhttp dispatcher's thread; ignores the status, as published. */
    fun callback(keep: (String) -> Unit): Callback =
        object : Callback {
            override fun onResponse(
                call: Call,
                response: Response,
            ) = keep(response.body().string())

            override fun onFailure(
                call: Call,
                cause: IOException,
            ) = failed(cause)
        }

    private companion object {
        val LOG = LoggerFactory.getLogger(PolledAnswers::class.java)
    }
}
