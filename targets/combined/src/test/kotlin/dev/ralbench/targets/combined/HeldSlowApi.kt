package dev.ralbench.targets.combined

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import java.net.InetSocketAddress
import java.net.URI
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.Executors
import java.util.concurrent.Semaphore
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.AtomicInteger

/** A slow API that answers when the test lets it, and notes what was asked of it. */
class HeldSlowApi : AutoCloseable {
    /** Paths in the order in which they were asked for. */
    val asked = ConcurrentLinkedQueue<String>()

    /** The most calls that were under way at once. */
    val peak get() = highest.get()

    private val entered = Semaphore(0)
    private val waiting = AtomicInteger()
    private val highest = AtomicInteger()
    private val held = ConcurrentLinkedQueue<CompletableFuture<Unit>>()

    @Volatile
    private var open = false

    private val threads = Executors.newVirtualThreadPerTaskExecutor()
    private val server =
        HttpServer.create(InetSocketAddress("127.0.0.1", 0), 0).apply {
            executor = threads
            createContext("/", ::answer)
            start()
        }

    val url = URI("http://127.0.0.1:${server.address.port}")

    private fun answer(exchange: HttpExchange) {
        exchange.use {
            call(it.requestURI.path).get()
            val answer = "C_${it.requestURI.path.substringAfterLast('/')}".toByteArray()
            it.sendResponseHeaders(200, answer.size.toLong())
            it.responseBody.write(answer)
        }
    }

    private fun call(path: String): CompletableFuture<Unit> {
        highest.accumulateAndGet(waiting.incrementAndGet(), ::maxOf)
        asked += path
        val call = CompletableFuture<Unit>()
        held += call
        entered.release()
        if (open) letGo()
        return call
    }

    /** Waits until so many more calls have come. */
    fun awaitEntered(calls: Int) = check(entered.tryAcquire(calls, 60, SECONDS)) { "fewer than $calls calls have come" }

    /** Answers the call that waits longest. */
    fun letOneGo() {
        val call = held.poll() ?: return
        waiting.decrementAndGet()
        call.complete(Unit)
    }

    /** Answers all that wait, and from now on each call at once. */
    fun letGo() {
        open = true
        while (held.isNotEmpty()) letOneGo()
    }

    override fun close() {
        server.stop(0)
        threads.shutdownNow()
    }
}
