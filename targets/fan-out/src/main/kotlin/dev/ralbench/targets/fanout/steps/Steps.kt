package dev.ralbench.targets.fanout.steps

import org.springframework.data.jpa.repository.JpaRepository
import org.springframework.data.redis.core.StringRedisTemplate
import org.springframework.stereotype.Component
import java.util.concurrent.CompletableFuture

/** The four kinds of step that every technique runs four times per request; only when and on which thread differs. */
interface Steps {
    /** One `SELECT ... WHERE id IN (...)` in a short read-only transaction: takes a connection and gives it back. Blocks. */
    fun sql(
        table: Int,
        ids: Set<Long>,
    ): List<Row>

    /** One `GET`; null if the key is absent, as it was in the published measurement. Blocks. */
    fun cache(
        table: Int,
        ids: Set<Long>,
    ): String?

    /** Computes without waiting for anything. */
    fun cpu(): String

    /**
     * One call of the remote API, and the body that it answers. Holds no thread; cancelling the future ends the call.
     */
    fun call(): CompletableFuture<ByteArray>

    /** Parses such a body. Computes, and so on the technique's own thread: the client's event loops serve all calls. */
    fun read(body: ByteArray): Trend

    /** Calls and reads on this thread, which waits; an interrupt ends the call. */
    fun trend(): Trend {
        val call = call()
        try {
            return read(call.get())
        } finally {
            call.cancel(true)
        }
    }

    companion object {
        /** Each of the four kinds runs once for each of these; SQL and Redis have a table and a key of that number. */
        val NUMBERS = 1..4
    }
}

@Component
class RealSteps(
    test1: Test1Repository,
    test2: Test2Repository,
    test3: Test3Repository,
    test4: Test4Repository,
    private val redis: StringRedisTemplate,
    private val upstream: Upstream,
    private val settings: FanOutSettings,
) : Steps {
    private val tables: List<JpaRepository<out TestEntity, Long>> = listOf(test1, test2, test3, test4)

    override fun sql(
        table: Int,
        ids: Set<Long>,
    ) = tables[table - 1].findAllById(ids).map(Row::of)

    override fun cache(
        table: Int,
        ids: Set<Long>,
    ) = redis.opsForValue().get(cacheKey(table, ids))

    override fun cpu() = cpuStep(settings.cpuIterations)

    override fun call() = upstream.call()

    override fun read(body: ByteArray) = upstream.read(body)
}

/** The ids as a list is printed, comma and space: `test1:key:[1, 2, 3, 4, 5, 6, 7]`. */
fun cacheKey(
    table: Int,
    ids: Set<Long>,
) = "test$table:key:${ids.toList()}"
