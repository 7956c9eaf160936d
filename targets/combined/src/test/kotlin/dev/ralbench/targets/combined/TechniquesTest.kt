package dev.ralbench.targets.combined

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.junit.jupiter.params.provider.EnumSource
import org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE
import reactor.core.publisher.Mono
import java.net.ConnectException
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit.SECONDS

/** What each technique is: how many calls it has under way at once, whose threads wait for them, and which it leaves behind. */
class TechniquesTest {
    private val slowApi = HeldSlowApi()
    private val counters = Counters()
    private val requestThreads = Executors.newCachedThreadPool(::requestThread)
    private val oneRequestThread = Executors.newSingleThreadExecutor(::requestThread)
    private val before = Threads(Thread.getAllStackTraces().keys, poolsCleaned())

    private class Threads(
        val all: Set<Thread>,
        val pools: Int,
    )

    enum class Technique {
        SEQUENTIAL,
        PARALLEL,
        SHARED,
        SHARED_RAISED,
        REACTIVE,
        ZIP,
        VIRTUAL_THREADS,
    }

    @AfterEach
    fun close() {
        slowApi.letGo()
        requestThreads.shutdownNow()
        oneRequestThread.shutdownNow()
        slowApi.close()
    }

    @Test
    fun sequentialIsOneCallAfterTheOther() {
        val request = request(handler(Technique.SEQUENTIAL))
        slowApi.awaitEntered(1)
        assertThat(slowApi.asked).containsExactly("/slow/1")

        slowApi.letOneGo()
        slowApi.awaitEntered(1)
        slowApi.letOneGo()

        assertThat(request.get(60, SECONDS)).isEqualTo("C_1|C_2")
        assertThat(slowApi.asked).containsExactly("/slow/1", "/slow/2")
        assertThat(slowApi.peak).isEqualTo(1)
    }

    @ParameterizedTest
    @EnumSource(mode = EXCLUDE, names = ["SEQUENTIAL"])
    fun allOthersHaveBothCallsUnderWayAtOnce(technique: Technique) {
        val request = request(handler(technique))
        slowApi.awaitEntered(2)
        slowApi.letGo()

        assertThat(request.get(60, SECONDS)).isEqualTo("C_1|C_2")
        assertThat(slowApi.asked).containsExactlyInAnyOrder("/slow/1", "/slow/2")
        assertThat(slowApi.peak).isEqualTo(2)
    }

    @Test
    fun aClientForEachRequestLeavesThreeThreadsBehind() {
        val handler = handler(Technique.PARALLEL)
        repeat(4) { answerBothCallsOf(request(handler)) }

        // A dispatcher's thread has another name until it is done with its call.
        eventually { newThreads("OkHttp Dispatcher") == 8 && poolsCleaned() - before.pools == 4 }
    }

    /** Two of its dispatcher are enough, but the next request may come before they are ready for it. */
    @ParameterizedTest
    @EnumSource(names = ["SHARED", "SHARED_RAISED"])
    fun oneClientForAllStartsFewerThreadsThanThereAreRequests(technique: Technique) {
        val handler = handler(technique)
        repeat(20) { answerBothCallsOf(request(handler)) }

        eventually { newThreads("OkHttp http") == 0 && poolsCleaned() - before.pools == 1 }
        assertThat(newThreads("OkHttp Dispatcher")).isBetween(2, 10)
    }

    @Test
    fun theThreadsOfADispatcherEndWhenTheyAreIdleForLongEnough() {
        val handler = handler(Technique.PARALLEL, settings(slowApi.url, idle = Duration.ofMillis(1)))
        answerBothCallsOf(request(handler))

        eventually { newThreads("OkHttp Dispatcher") == 0 && newThreads("OkHttp http") == 0 }
    }

    @ParameterizedTest
    @EnumSource(mode = EXCLUDE, names = ["ZIP"])
    fun whoWaitsForItsCallsKeepsTheThreadOfItsRequest(technique: Technique) {
        val handler = handler(technique)
        val requests = List(2) { request(handler, oneRequestThread) }
        slowApi.awaitEntered(1)
        assertThat(counters.started()).isEqualTo(1)

        slowApi.letGo()
        assertThat(requests).allSatisfy { assertThat(it.get(60, SECONDS)).isEqualTo("C_1|C_2") }
    }

    @Test
    fun zipKeepsNoThreadWhileItWaits() {
        val handler = handler(Technique.ZIP)
        val requests = List(10) { request(handler, oneRequestThread) }
        slowApi.awaitEntered(20)
        assertThat(counters.active()).isEqualTo(10)

        slowApi.letGo()
        assertThat(requests).allSatisfy { assertThat(it.get(60, SECONDS)).isEqualTo("C_1|C_2") }
        assertThat(counters.completed()).isEqualTo(10)
    }

    @ParameterizedTest
    @CsvSource("SEQUENTIAL, 1, 1", "VIRTUAL_THREADS, 2, 0")
    fun blockingCallsAreOnThisManyPlatformThreads(
        technique: Technique,
        calls: Int,
        threads: Int,
    ) {
        request(handler(technique))
        slowApi.awaitEntered(calls)

        assertThat(Thread.getAllStackTraces().values.count { stack -> stack.any { it.isOfBlockingClient() } })
            .isEqualTo(threads)
    }

    @ParameterizedTest
    @CsvSource("SHARED, 5", "SHARED_RAISED, 6", "PARALLEL, 6")
    fun threeRequestsHaveSoManyCallsUnderWay(
        technique: Technique,
        calls: Int,
    ) {
        val handler = handler(technique)
        val requests = List(3) { request(handler) }
        slowApi.awaitEntered(calls)
        slowApi.letGo()

        assertThat(requests).allSatisfy { assertThat(it.get(60, SECONDS)).isEqualTo("C_1|C_2") }
        assertThat(slowApi.peak).isEqualTo(calls)
    }

    /** As published: the failure is logged, and the request polls for what will never come. */
    @ParameterizedTest
    @EnumSource(names = ["PARALLEL", "SHARED", "SHARED_RAISED", "REACTIVE"])
    fun aFailedCallLeavesARequestThatPollsHanging(technique: Technique) {
        val request = request(handler(technique, settings()))

        eventually { counters.failedCalls() == 2L }
        assertThat(request).isNotDone()
        assertThat(counters.active()).isEqualTo(1)
    }

    @ParameterizedTest
    @EnumSource(names = ["SEQUENTIAL", "ZIP", "VIRTUAL_THREADS"])
    fun aFailedCallFailsARequestThatDoesNotPoll(technique: Technique) {
        val request = request(handler(technique, settings()))

        assertThatThrownBy { request.get(60, SECONDS) }.hasRootCauseInstanceOf(ConnectException::class.java)
        eventually { counters.active() == 0L }
        assertThat(counters.completed()).isZero()
    }

    private fun handler(
        technique: Technique,
        settings: CombinedSettings = settings(slowApi.url),
    ): () -> Any {
        val slow = SlowUrl(settings)
        return when (technique) {
            Technique.SEQUENTIAL -> SequentialCombined(slow, counters)::combined
            Technique.PARALLEL -> ParallelCombined(slow, counters, settings)::combined
            Technique.SHARED -> SharedCombined(slow, counters, settings)::combined
            Technique.SHARED_RAISED -> SharedRaisedCombined(slow, counters, settings)::combined
            Technique.REACTIVE -> ReactiveCombined(slow, counters, settings)::combined
            Technique.ZIP -> ZipCombined(slow, counters)::combined
            Technique.VIRTUAL_THREADS -> VirtualThreadsCombined(slow, counters)::combined
        }
    }

    /** A publisher is subscribed to on the request thread, as Spring does. */
    private fun request(
        handler: () -> Any,
        threads: ExecutorService = requestThreads,
    ): CompletableFuture<String> =
        CompletableFuture
            .supplyAsync({ publisher(handler()).toFuture() }, threads)
            .thenCompose { it }

    @Suppress("UNCHECKED_CAST") // techniques answer with a text, now or later
    private fun publisher(handled: Any): Mono<String> = handled as? Mono<String> ?: Mono.just(handled as String)

    private fun answerBothCallsOf(request: CompletableFuture<String>) {
        slowApi.awaitEntered(2)
        repeat(2) { slowApi.letOneGo() }
        assertThat(request.get(60, SECONDS)).isEqualTo("C_1|C_2")
    }

    private fun newThreads(prefix: String) =
        Thread.getAllStackTraces().keys.count { it !in before.all && it.name.startsWith(prefix) }

    /** Each has a thread for it, which need not be a new one. */
    private fun poolsCleaned() =
        Thread.getAllStackTraces().values.count { stack ->
            stack.any { it.className.startsWith("okhttp3.ConnectionPool$") }
        }

    private fun StackTraceElement.isOfBlockingClient() = className.endsWith(".HttpURLConnection")

    private fun requestThread(task: Runnable) = Thread(task, "request").apply { isDaemon = true }

    private fun eventually(condition: () -> Boolean) {
        val deadline = System.nanoTime() + SECONDS.toNanos(60)
        while (!condition()) {
            check(System.nanoTime() < deadline) { "threads: ${Thread.getAllStackTraces().keys - before.all}" }
            Thread.onSpinWait()
        }
    }
}
