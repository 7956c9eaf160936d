package dev.ralbench.targets.fanout.steps

import com.zaxxer.hikari.HikariDataSource
import org.springframework.data.redis.core.RedisCallback
import org.springframework.data.redis.core.StringRedisTemplate
import org.springframework.http.HttpStatus.SERVICE_UNAVAILABLE
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import java.sql.DriverManager
import java.util.Properties
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionException
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit.MILLISECONDS
import java.util.concurrent.TimeoutException

/**
 * Ready when everything that a request needs answers and its connections are open, so that no measured request pays for opening
 * them. The target itself starts before the others do, and the harness asks again and again.
 */
@RestController
class Readiness(
    private val pool: HikariDataSource,
    private val redis: StringRedisTemplate,
    private val upstream: Upstream,
) : AutoCloseable {
    private val threads = Executors.newVirtualThreadPerTaskExecutor()

    /** The thread of the request does not wait: on Netty it is an event loop, which the check of the remote API may need. */
    @GetMapping("/ready")
    fun ready(): CompletableFuture<ResponseEntity<String>> {
        val checks = listOf(missing("MySQL", ::mysql), missing("Redis", ::redis), missing("upstream", ::upstream))
        return CompletableFuture.allOf(*checks.toTypedArray()).thenApply { answer(checks.mapNotNull { it.join() }) }
    }

    private fun answer(missing: List<String>): ResponseEntity<String> {
        if (missing.isEmpty()) return ResponseEntity.ok("ready")
        return ResponseEntity.status(SERVICE_UNAVAILABLE).body(missing.joinToString("; "))
    }

    /**
     * Why a server is not ready; null if it is. All are checked side by side and each with a limit, so that the answer
     * always comes in time.
     */
    private fun missing(
        name: String,
        check: () -> Unit,
    ): CompletableFuture<String?> =
        CompletableFuture
            .runAsync(check, threads)
            .orTimeout(LIMIT_MILLIS, MILLISECONDS)
            .handle { _, failure -> failure?.let { "$name: ${explain(it)}" } }

    private fun explain(failure: Throwable): String {
        val cause = (failure as? CompletionException)?.cause ?: failure
        if (cause is TimeoutException) return "no answer within $LIMIT_MILLIS ms"
        return "${cause.message ?: cause}".lineSequence().first()
    }

    /** The pool opens its connections on first use. By then the server must be up: the pool waits longer from try to try. */
    private fun mysql() {
        if (pool.hikariPoolMXBean == null) connectOnce()
        pool.connection.use { check(it.isValid(1)) { "a pooled connection does not answer" } }
        val open = pool.hikariPoolMXBean?.totalConnections ?: 0
        check(open >= pool.minimumIdle) { "$open of ${pool.minimumIdle} connections open" }
    }

    private fun connectOnce() {
        val properties = Properties()
        properties.putAll(pool.dataSourceProperties)
        properties["user"] = pool.username.orEmpty()
        properties["password"] = pool.password.orEmpty()
        properties["connectTimeout"] = "$LIMIT_MILLIS"
        properties["socketTimeout"] = "$LIMIT_MILLIS"
        DriverManager.getConnection(pool.jdbcUrl, properties).close()
    }

    private fun redis() {
        redis.execute(RedisCallback { it.ping() })
    }

    private fun upstream() {
        upstream.ready().join()
    }

    override fun close() {
        threads.shutdownNow()
    }

    private companion object {
        const val LIMIT_MILLIS = 900L
    }
}
