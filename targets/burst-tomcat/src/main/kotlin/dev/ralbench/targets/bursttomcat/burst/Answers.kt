package dev.ralbench.targets.bursttomcat.burst

import org.slf4j.LoggerFactory
import org.springframework.stereotype.Component
import java.util.concurrent.TimeUnit.NANOSECONDS

/**
 * The answer of every handler, with the time that it took, and the study's two log lines per request if they are asked
 * for.
 */
@Component
class Answers(
    private val settings: BurstSettings,
) {
    private val log = LoggerFactory.getLogger(javaClass)

    /** Inline, so that a suspending handler can suspend inside. */
    final inline fun after(handle: () -> Unit): Map<String, Any> {
        val startNanos = start()
        handle()
        return finish(startNanos)
    }

    @PublishedApi
    internal fun start(): Long {
        if (settings.log) log.info("start")
        return System.nanoTime()
    }

    @PublishedApi
    internal fun finish(startNanos: Long): Map<String, Any> {
        val millis = NANOSECONDS.toMillis(System.nanoTime() - startNanos)
        if (settings.log) log.info("finish")
        return mapOf("A" to "a", "B" to "b", "C" to "c", "Time" to millis)
    }
}
