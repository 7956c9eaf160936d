package dev.ralbench.targets.batching

import com.zaxxer.hikari.HikariDataSource
import org.springframework.http.HttpStatus.SERVICE_UNAVAILABLE
import org.springframework.http.ResponseEntity
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import java.sql.DriverManager
import java.sql.SQLException
import java.util.Properties

/**
 * Ready when all connections to the database are open, so that no measured request pays for opening one. The target itself starts
 * before the database does, and the harness asks again and again.
 */
@RestController
class Readiness(
    private val pool: HikariDataSource,
) {
    @GetMapping("/ready")
    fun ready(): ResponseEntity<String> =
        try {
            connect()
            ResponseEntity.ok("ready")
        } catch (failed: SQLException) {
            notReady(failed)
        } catch (failed: IllegalStateException) {
            notReady(failed)
        }

    private fun notReady(failure: Exception) =
        ResponseEntity.status(SERVICE_UNAVAILABLE).body("MySQL: ${failure.message}".lineSequence().first())

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
        properties["connectTimeout"] = LIMIT_MILLIS
        properties["socketTimeout"] = LIMIT_MILLIS
        DriverManager.getConnection(pool.jdbcUrl, properties).close()
    }

    private companion object {
        const val LIMIT_MILLIS = "900"
    }
}
