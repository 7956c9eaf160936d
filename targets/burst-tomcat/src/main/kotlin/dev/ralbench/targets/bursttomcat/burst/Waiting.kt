package dev.ralbench.targets.bursttomcat.burst

import kotlinx.coroutines.time.delay
import org.springframework.stereotype.Component

/** A handler's idle wait for the delay. Tests end it by hand. */
interface Waiting {
    /** Holds the calling thread. */
    fun block()

    /** Holds no thread: a timer resumes the coroutine. */
    suspend fun pause()
}

@Component
class TimedWaiting(
    private val settings: BurstSettings,
) : Waiting {
    override fun block() = Thread.sleep(settings.delay)

    override suspend fun pause() = delay(settings.delay)
}
