package dev.ralbench.targets.upstream

import io.netty.util.concurrent.EventExecutor
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Future
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit.SECONDS
import kotlin.time.Duration

/** Time stands still: nothing is due until the test says so, however slow the machine. */
class HeldTimer : Timer {
    private val held = LinkedBlockingQueue<Held>()

    private class Held(
        val loop: EventExecutor,
        val action: Runnable,
    ) : CompletableFuture<Unit>()

    override fun after(
        delay: Duration,
        loop: EventExecutor,
        action: Runnable,
    ): Future<*> = Held(loop, action).also(held::add)

    /** Waits until so many calls are held, and gives what lets them go. */
    fun hold(calls: Int): () -> Unit {
        val taken = take(calls)
        return { taken.forEach { it.loop.execute(it.action) } }
    }

    private fun take(calls: Int) =
        List(calls) { checkNotNull(held.poll(60, SECONDS)) { "only $it of $calls calls came" } }
}
