package dev.ralbench.targets.upstream

import io.netty.util.concurrent.EventExecutor
import java.util.concurrent.Future
import java.util.concurrent.TimeUnit.NANOSECONDS
import kotlin.time.Duration

/** Runs something later, on the event loop of the connection it belongs to; holds no thread until then. */
fun interface Timer {
    fun after(
        delay: Duration,
        loop: EventExecutor,
        action: Runnable,
    ): Future<*>

    /** The loop's own timer, a heap of deadlines. */
    object EventLoop : Timer {
        override fun after(
            delay: Duration,
            loop: EventExecutor,
            action: Runnable,
        ): Future<*> = loop.schedule(action, delay.inWholeNanoseconds, NANOSECONDS)
    }
}
