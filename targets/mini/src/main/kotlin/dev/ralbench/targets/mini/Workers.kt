package dev.ralbench.targets.mini

import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.ThreadFactory
import java.util.concurrent.ThreadPoolExecutor
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.locks.LockSupport

/** All threads of requests, there from the start, so that their number does not depend on the load; and those that do nothing. */
class Workers(
    workers: Int,
    extraThreads: Int,
) : AutoCloseable {
    private val pool =
        ThreadPoolExecutor(workers, workers, 0, SECONDS, LinkedBlockingQueue(), named("worker"))
            .apply { prestartAllCoreThreads() }

    private val idlers = named("idler").let { idlers -> List(extraThreads) { idlers.newThread(::idle) } }

    init {
        idlers.forEach(Thread::start)
    }

    fun execute(request: Runnable) = pool.execute(request)

    private fun idle() {
        while (!Thread.currentThread().isInterrupted) LockSupport.park(this)
    }

    override fun close() {
        idlers.forEach(Thread::interrupt)
        pool.shutdownNow()
        check(pool.awaitTermination(LONGEST_END, SECONDS)) { "a request does not end" }
    }

    private fun named(name: String): ThreadFactory {
        val numbers = AtomicInteger()
        return ThreadFactory { Thread(it, "$name-${numbers.incrementAndGet()}").apply { isDaemon = true } }
    }

    private companion object {
        /** Seconds from the interrupt on; a request only waits for things that can be interrupted. */
        const val LONGEST_END = 10L
    }
}
