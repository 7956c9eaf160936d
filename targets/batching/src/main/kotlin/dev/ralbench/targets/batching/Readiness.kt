package dev.ralbench.targets.batching

import com.zaxxer.hikari.HikariDataSource
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
 * Ready when all connections to the database are open, so that no measured request pays for opening one. The target itself starts
 * before the database does, and the harness asks again and again: the answer comes within a limit, whatever the database does.
 */
@RestController
class Readiness(
    private val pool: HikariDataSource,
) : AutoCloseable {
    private val threads = Executors.newVirtualThreadPerTaskExecutor()

    @GetMapping("/ready")
    fun ready(): CompletableFuture<ResponseEntity<String>> =
        CompletableFuture
            .runAsync(::connect, threads)
            .orTimeout(LIMIT_MILLIS, MILLISECONDS)
            .handle { _, failure ->
                if (failure == null) {
                    ResponseEntity.ok("ready")
                } else {
                    ResponseEntity.status(SERVICE_UNAVAILABLE).body("MySQL: ${explain(failure)}")
                }
            }

    private fun explain(failure: Throwable): String {
        val cause = (failure as? CompletionException)?.cause ?: failure
        if (cause is TimeoutException) return "no answer within $LIMIT_MILLIS ms"
        return "${cause.message ?: cause}".lineSequence().first()
    }

    /** The pool opens its connections on first use. By then the server must be up: the pool waits longer from try to try. */
    private fun connect() {
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

    override fun close() {
        threads.shutdownNow()
    }

    private companion object {
        const val LIMIT_MILLIS = 900L
    }
}
