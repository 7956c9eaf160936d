package dev.ralbench.targets.bursttomcat.burst

import kotlinx.coroutines.future.await
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.Semaphore
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.AtomicInteger

/** Waits until it is let go, and notes on which threads requests came to wait and how many waited at once. */
class HeldWaiting(
    /** Whether a coroutine holds its thread while it waits, which none of them does in earnest: so threads can be counted. */
    private val holdsThreads: Boolean = false,
) : Waiting {
    val threads = ConcurrentLinkedQueue<Thread>()

    /** The most requests that waited at once. */
    val peak get() = highest.get()

    private val entered = Semaphore(0)
    private val waiting = AtomicInteger()
    private val highest = AtomicInteger()

    @Volatile
    private var gate = CompletableFuture<Unit>()

    override fun block() {
        enter()
        gate.get()
        waiting.decrementAndGet()
    }

    override suspend fun pause() {
        enter()
        if (holdsThreads) gate.get() else gate.await()
        waiting.decrementAndGet()
    }

    private fun enter() {
        threads += Thread.currentThread()
        highest.accumulateAndGet(waiting.incrementAndGet(), ::maxOf)
        entered.release()
    }

    /** Waits until so many more requests have come. */
    fun awaitEntered(requests: Int) =
        check(entered.tryAcquire(requests, 60, SECONDS)) { "fewer than $requests requests have come" }

    fun letGo() {
        gate.complete(Unit)
    }

    /** As if nothing had come yet. */
    fun reset() {
        threads.clear()
        highest.set(0)
        gate = CompletableFuture()
    }
}
