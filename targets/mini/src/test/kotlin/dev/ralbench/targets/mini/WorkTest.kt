package dev.ralbench.targets.mini

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import java.lang.management.ManagementFactory
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import java.util.concurrent.Semaphore
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

class WorkTest {
    private val time = ScriptedTime()
    private val statements = RecordedStatements()
    private val counters = Counters()

    private fun work(
        behaviour: Behaviour = Behaviour(wait = Duration.ZERO),
        regressions: Regressions = Regressions(),
    ) = Work(behaviour, regressions, statements, counters, time)

    @Test
    fun aRequestWaitsAndAsksTheDatabase() {
        work(Behaviour(wait = 2.milliseconds, sql = 3)).request()

        assertThat(time.pauses).containsExactly(2.milliseconds)
        assertThat(statements.times).containsExactly(3)
    }

    @Test
    fun extraStatementsComeOnTop() {
        work(Behaviour(wait = Duration.ZERO, sql = 1), Regressions(extraSql = 2)).request()

        assertThat(statements.times).containsExactly(3)
    }

    @ParameterizedTest
    @CsvSource("0.05, 20, 200", "0.02, 50, 200", "1, 1, 200", "0.3, 4, 10")
    fun theSameShareOfRequestsSleepsInAnyWindow(
        share: Double,
        first: Int,
        requests: Int,
    ) {
        val work = work(regressions = Regressions(sleep = 10.milliseconds, sleepShare = share))
        val slept =
            (1..requests).filter {
                time.pauses.clear()
                work.request()
                time.pauses.isNotEmpty()
            }

        assertThat(slept).hasSize((share * requests).toInt()).startsWith(first)
        assertThat(counters.text()).contains("mini_slept_total ${slept.size}\n")
    }

    @Test
    fun theSleepIsOnTopOfTheWait() {
        work(Behaviour(wait = 2.milliseconds), Regressions(sleep = 10.milliseconds, sleepShare = 1.0)).request()

        assertThat(time.passed()).isEqualTo(12.milliseconds)
    }

    @Test
    fun garbageIsWhatIsAskedForAndMore() {
        val small = allocated(work(Behaviour(wait = Duration.ZERO, allocation = 10_000)))
        val large =
            allocated(work(Behaviour(wait = Duration.ZERO, allocation = 10_000), Regressions(extraAllocation = 5_000)))

        assertThat(small).isBetween(10_000, 12_000)
        assertThat(large - small).isBetween(4_900, 5_100)
    }

    @Test
    fun aLeakShowsInTheCounters() {
        val work = work(regressions = Regressions(leak = 4096))

        repeat(3) { work.request() }

        assertThat(counters.text()).contains("mini_leaked_bytes 12288\n")
    }

    @Test
    fun noMoreRequestsWaitAtOnceThanTheLockPoolLets() {
        val waiting = Waiting()
        val work = Work(Behaviour(), Regressions(lockPool = 3), statements, counters, waiting)
        Executors.newCachedThreadPool().use { threads ->
            val requests = List(8) { CompletableFuture.runAsync(work::request, threads) }
            assertThat(waiting.entered.tryAcquire(3, 60, SECONDS)).isTrue()

            waiting.release.countDown()
            requests.forEach { it.get(60, SECONDS) }
        }

        assertThat(waiting.most.get()).isEqualTo(3)
    }

    @Test
    fun withoutALockPoolAllWaitAtOnce() {
        val waiting = Waiting()
        val work = Work(Behaviour(), Regressions(), statements, counters, waiting)
        Executors.newCachedThreadPool().use { threads ->
            val requests = List(8) { CompletableFuture.runAsync(work::request, threads) }
            assertThat(waiting.entered.tryAcquire(8, 60, SECONDS)).isTrue()

            waiting.release.countDown()
            requests.forEach { it.get(60, SECONDS) }
        }

        assertThat(waiting.most.get()).isEqualTo(8)
    }

    /** Whoever waits, waits for the test. */
    private class Waiting : Time {
        val entered = Semaphore(0)
        val release = CountDownLatch(1)
        val most = AtomicInteger()
        private val now = AtomicInteger()

        override fun nanos() = 0L

        override fun pause(length: Duration) {
            most.accumulateAndGet(now.incrementAndGet(), ::maxOf)
            entered.release()
            release.await()
            now.decrementAndGet()
        }
    }

    /** Bytes per request, by the JVM's count for this thread. */
    private fun allocated(work: Work): Int {
        val threads = ManagementFactory.getThreadMXBean() as com.sun.management.ThreadMXBean
        repeat(100) { work.request() }
        val before = threads.currentThreadAllocatedBytes
        repeat(100) { work.request() }
        return ((threads.currentThreadAllocatedBytes - before) / 100).toInt()
    }
}
