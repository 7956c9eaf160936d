package dev.ralbench.targets.batching

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.future.future
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.EnumSource
import org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE
import java.sql.SQLException
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit.SECONDS

/** What each technique is: how many queries it makes for requests that come at once, and what becomes of these. */
class TechniquesTest {
    private val counters = Counters()
    private val worms = FakeWorms(counters).apply { hold() }
    private val requestThreads = Executors.newCachedThreadPool { Thread(it, "request").apply { isDaemon = true } }

    @AfterEach
    fun close() {
        worms.letGo()
        requestThreads.shutdownNow()
    }

    @ParameterizedTest
    @EnumSource(names = ["PLAIN", "PLAIN_COROUTINES"])
    fun plainIsAQueryForEachRequest(technique: Technique) {
        val handler = handler(technique)
        val requests = List(20) { handler("utilize") }
        worms.awaitEntered(20)
        worms.letGo()

        assertThat(requests.map { it.get(60, SECONDS) }).allSatisfy { assertThat(it).hasSize(10) }
        assertThat(counters.queries()).isEqualTo(20)
        assertThat(counters.joined()).isZero()
    }

    @ParameterizedTest
    @EnumSource(mode = EXCLUDE, names = ["PLAIN", "PLAIN_COROUTINES"])
    fun requestsThatComeDuringAQueryShareItsAnswer(technique: Technique) {
        val handler = handler(technique)
        val requests = shared(handler, "utilize", 20)
        worms.letGo()

        val answers = requests.map { it.get(60, SECONDS) }
        assertThat(answers).allSatisfy { assertThat(it).isSameAs(answers.first()) }
        assertThat(worms.asked).containsExactly("utilize")
        assertThat(counters.joined()).isEqualTo(19)
    }

    @ParameterizedTest
    @EnumSource(mode = EXCLUDE, names = ["PLAIN", "PLAIN_COROUTINES"])
    fun aRequestAfterTheAnswerMakesAQueryOfItsOwn(technique: Technique) {
        val handler = handler(technique)
        val first = shared(handler, "utilize", 2)
        worms.letGo()
        first.forEach { it.get(60, SECONDS) }
        worms.hold()
        val second = shared(handler, "utilize", 2)
        worms.letGo()

        assertThat(second.first().get(60, SECONDS)).isNotSameAs(first.first().get(60, SECONDS))
        assertThat(counters.queries()).isEqualTo(2)
        assertThat(counters.joined()).isEqualTo(2)
    }

    @ParameterizedTest
    @EnumSource(mode = EXCLUDE, names = ["PLAIN", "PLAIN_COROUTINES"])
    fun classesShareNothing(technique: Technique) {
        val handler = handler(technique)
        val some = shared(handler, "utilize", 3)
        val others = shared(handler, "constructor", 3)
        worms.letGo()

        assertThat(some.flatMap { it.get(60, SECONDS) }).allMatch { it.wormClass == "utilize" }
        assertThat(others.flatMap { it.get(60, SECONDS) }).allMatch { it.wormClass == "constructor" }
        assertThat(worms.asked).containsExactly("utilize", "constructor")
    }

    @ParameterizedTest
    @EnumSource(mode = EXCLUDE, names = ["PLAIN", "PLAIN_COROUTINES"])
    fun aQueryThatFailsFailsAllThatWaitAndTheNextRequestMakesAnother(technique: Technique) {
        val handler = handler(technique)
        val requests = shared(handler, "utilize", 20)
        worms.fail()

        assertThat(requests).allSatisfy {
            assertThat(it)
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableOfType(ExecutionException::class.java)
                .withRootCauseInstanceOf(SQLException::class.java)
        }
        assertThat(counters.completed()).isZero()
        worms.letGo()
        assertThat(handler("utilize").get(60, SECONDS)).hasSize(10)
        assertThat(worms.asked).containsExactly("utilize", "utilize")
    }

    @ParameterizedTest
    @EnumSource(names = ["PLAIN", "SINGLE_FLIGHT"])
    fun blockingTechniquesAskOnTheThreadOfTheRequest(technique: Technique) {
        val request = shared(handler(technique), "utilize", 1)
        worms.letGo()
        request.first().get(60, SECONDS)

        assertThat(worms.threads.single().name).isEqualTo("request")
    }

    @ParameterizedTest
    @EnumSource(names = ["COROUTINES", "PLAIN_COROUTINES"])
    fun suspendingTechniquesAskOnAThreadOfTheDispatcher(technique: Technique) {
        val request = shared(handler(technique), "utilize", 1)
        worms.letGo()
        request.first().get(60, SECONDS)

        assertThat(worms.threads.single().name).startsWith("DefaultDispatcher-worker-")
    }

    /** One that makes the query and others that have joined it. */
    private fun shared(
        handler: (String) -> CompletableFuture<List<Worm>>,
        wormClass: String,
        requests: Int,
    ): List<CompletableFuture<List<Worm>>> {
        val joined = counters.joined()
        val first = handler(wormClass)
        worms.awaitEntered(1)
        val others = List(requests - 1) { handler(wormClass) }
        eventually { counters.joined() - joined == requests - 1L }
        return listOf(first) + others
    }

    private fun handler(technique: Technique): (String) -> CompletableFuture<List<Worm>> {
        val plain = PlainWorms(worms, counters)
        val singleFlight = SingleFlightWorms(worms, counters)
        val coroutines = CoroutinesWorms(worms, counters)
        val plainCoroutines = PlainCoroutinesWorms(worms, counters)
        return { wormClass ->
            when (technique) {
                Technique.PLAIN -> blocking { plain.worms(wormClass) }
                Technique.SINGLE_FLIGHT -> blocking { singleFlight.worms(wormClass) }
                Technique.COROUTINES -> suspending { coroutines.worms(wormClass) }
                Technique.PLAIN_COROUTINES -> suspending { plainCoroutines.worms(wormClass) }
            }
        }
    }

    private fun blocking(handler: () -> List<Worm>) = CompletableFuture.supplyAsync(handler, requestThreads)

    private fun suspending(handler: suspend () -> List<Worm>) = CoroutineScope(Dispatchers.Default).future { handler() }

    private fun eventually(condition: () -> Boolean) {
        val deadline = System.nanoTime() + SECONDS.toNanos(60)
        while (!condition()) {
            check(System.nanoTime() < deadline) { "joined: ${counters.joined()}, asked: ${worms.asked}" }
            Thread.onSpinWait()
        }
    }
}
