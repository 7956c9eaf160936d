package dev.ralbench.targets.fanout.steps

import java.time.OffsetDateTime
import java.util.EnumMap
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.Semaphore
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.AtomicInteger

/** Answers without any server, notes what was asked for and on which thread, and can hold every step until it is let go. */
class FakeSteps : Steps {
    val calls = ConcurrentLinkedQueue<String>()
    val threads = ConcurrentLinkedQueue<String>()
    val virtual = ConcurrentLinkedQueue<Boolean>()

    /** Answers of the remote API, in the order in which they were asked for. */
    val trends = ConcurrentLinkedQueue<CompletableFuture<ByteArray>>()

    /** Who read them. */
    val readers = ConcurrentLinkedQueue<Thread>()

    /** The most steps that were on their way at once. */
    val peak get() = highest.get()

    /** What the steps of one kind fail with, if they do. */
    @Volatile
    var failing: Kind? = null

    /** Sends the calls of the remote API, where they are to be real ones. */
    @Volatile
    var upstream: Upstream? = null

    /** Whether a CPU step that is held keeps its processor, as a real one does. */
    @Volatile
    var computing = false

    private val entered = Semaphore(0)
    private val running = AtomicInteger()
    private val highest = AtomicInteger()
    private val gates = EnumMap(Kind.entries.associateWith { CompletableFuture.completedFuture(Unit) })

    override fun sql(
        table: Int,
        ids: Set<Long>,
    ): List<Row> {
        run(Kind.SQL, "sql $table $ids")
        return ids.map { Row(it, "title $table", "description $table", TIME, TIME) }
    }

    override fun cache(
        table: Int,
        ids: Set<Long>,
    ): String? {
        run(Kind.REDIS, "redis $table $ids")
        return if (table == 1) null else "cached $table"
    }

    override fun cpu(): String {
        run(Kind.CPU, "cpu")
        return "Math Engine Finish"
    }

    override fun call() = upstream?.call()?.also(trends::add) ?: heldCall()

    /** Holds no thread, as the real one. */
    private fun heldCall(): CompletableFuture<ByteArray> {
        note("upstream")
        val answer =
            gates.getValue(Kind.UPSTREAM).thenApply {
                leave(Kind.UPSTREAM)
                ByteArray(0)
            }
        trends += answer
        entered.release()
        return answer
    }

    override fun read(body: ByteArray): Trend {
        readers += Thread.currentThread()
        return upstream?.read(body) ?: TREND
    }

    private fun run(
        kind: Kind,
        call: String,
    ) {
        note(call)
        entered.release()
        val gate = gates.getValue(kind)
        while (computing && kind == Kind.CPU && !gate.isDone) Thread.onSpinWait()
        gate.get()
        leave(kind)
    }

    private fun note(call: String) {
        calls += call
        threads += Thread.currentThread().name
        virtual += Thread.currentThread().isVirtual
        highest.accumulateAndGet(running.incrementAndGet(), ::maxOf)
    }

    private fun leave(kind: Kind) {
        running.decrementAndGet()
        check(failing != kind) { "$kind is down" }
    }

    /** From now on no step gets through. */
    fun hold() {
        Kind.entries.forEach { gates[it] = CompletableFuture() }
    }

    /** Waits until so many more steps have begun. */
    fun awaitEntered(steps: Int) =
        check(entered.tryAcquire(steps, 60, SECONDS)) { "fewer than $steps steps have begun" }

    fun letGo() = Kind.entries.forEach(::letGo)

    fun letGo(kind: Kind) {
        gates.getValue(kind).complete(Unit)
    }

    fun forget() {
        calls.clear()
        threads.clear()
        failing = null
        entered.drainPermits()
    }

    companion object {
        val TIME: OffsetDateTime = OffsetDateTime.parse("2023-08-15T12:34:56+09:00")

        val TREND =
            Trend(
                featuredStoryIds = emptyList(),
                trendingStoryIds = listOf("a"),
                storySummaries =
                    Trend.StorySummaries(
                        featuredStories = emptyList(),
                        trendingStories =
                            listOf(
                                Trend.Story(
                                    image = Trend.Image("news", "source", "image"),
                                    shareUrl = "share",
                                    articles = listOf(Trend.Article("title", "url", "source", "1 hour ago", "snippet")),
                                    idsForDedup = listOf("d"),
                                    id = "a",
                                    title = "story",
                                    entityNames = listOf("e"),
                                ),
                            ),
                    ),
                date = "Nov 21, 2024",
                hideAllImages = false,
            )
    }
}
