package dev.ralbench.targets.batching

import java.sql.SQLException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.Semaphore
import java.util.concurrent.TimeUnit.SECONDS

/** Answers without a database, notes what was asked for and on which thread, and holds queries until the test lets them go. */
class FakeWorms(
    private val counters: Counters,
) : Worms {
    /** Classes in the order in which they were asked for. */
    val asked = ConcurrentLinkedQueue<String>()

    /** On which they were. */
    val threads = ConcurrentLinkedQueue<Thread>()

    private val entered = Semaphore(0)
    private val held = ConcurrentLinkedQueue<CompletableFuture<Unit>>()

    @Volatile
    private var holds = false

    override fun ofClass(wormClass: String): List<Worm> {
        counters.query()
        val gate = CompletableFuture<Unit>()
        if (holds) held += gate else gate.complete(Unit)
        asked += wormClass
        threads += Thread.currentThread()
        entered.release()
        gate.handle { _, failure -> failure?.let { throw it } }.join()
        return List(10) { Worm("%024x".format(it), "worm-%07d".format(it), wormClass, 100 + it, "compost heap") }
    }

    /** From now on no query gets through. */
    fun hold() {
        holds = true
    }

    /** Waits until so many more queries have come. */
    fun awaitEntered(queries: Int) =
        check(entered.tryAcquire(queries, 60, SECONDS)) { "fewer than $queries queries have come" }

    /** Answers all that wait, and from now on each at once. */
    fun letGo() {
        holds = false
        generateSequence(held::poll).forEach { it.complete(Unit) }
    }

    /** Lets all that wait fail. */
    fun fail() = generateSequence(held::poll).forEach { it.completeExceptionally(SQLException("the database is gone")) }

    fun forget() {
        asked.clear()
        threads.clear()
        entered.drainPermits()
    }
}
