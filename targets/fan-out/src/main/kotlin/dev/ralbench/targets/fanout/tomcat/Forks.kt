package dev.ralbench.targets.fanout.tomcat

import java.util.concurrent.Callable
import java.util.concurrent.Executors
import java.util.concurrent.FutureTask
import java.util.concurrent.LinkedBlockingQueue

/**
 * The virtual threads of one request, none of which outlives it: what a `coroutineScope` is to coroutines. `StructuredTaskScope` would
 * be the JDK's own, but is a preview still.
 */
class Forks : AutoCloseable {
    private val threads = Executors.newVirtualThreadPerTaskExecutor()
    private val forks = mutableListOf<Fork<*>>()
    private val ended = LinkedBlockingQueue<Fork<*>>()

    /** @param interruptible whether it is interrupted when another one fails; else it is dropped only if not begun */
    fun <T> fork(
        interruptible: Boolean = false,
        step: () -> T,
    ): Fork<T> =
        Fork(interruptible, step).also {
            forks += it
            threads.execute(it)
        }

    /** Waits for all, or until the first one fails: that is thrown as an `ExecutionException`. */
    fun join() = repeat(forks.size) { ended.take().get() }

    /** Cancels remaining forks, waits for started ones. */
    override fun close() {
        forks.forEach { it.cancel(it.interruptible) }
        threads.close()
    }

    inner class Fork<T>(
        val interruptible: Boolean,
        step: () -> T,
    ) : FutureTask<T>(Callable { step() }) {
        override fun done() {
            ended.add(this)
        }
    }
}
