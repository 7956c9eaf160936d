package dev.ralbench.targets.mini

import java.sql.Connection
import java.sql.DriverManager
import java.sql.PreparedStatement
import java.sql.SQLException
import java.util.Properties
import java.util.concurrent.LinkedBlockingQueue
import kotlin.concurrent.thread
import kotlin.time.Duration.Companion.milliseconds

/** The database's address and login. */
data class DatabasePlace(
    val host: String,
    val port: String,
    val database: String,
    val user: String,
    val password: String,
) {
    /** As a URL wants it, an address of IPv6 in brackets; without the password, because it is printed at the start. */
    override fun toString() = "${if (':' in host) "[$host]" else host}:$port/$database"

    companion object {
        /** Empty variables are none: that is how the harness says that the scenario has no database. */
        fun from(environment: Map<String, String>): DatabasePlace? {
            fun variable(name: String) = environment["MYSQL_$name"].orEmpty()
            if (variable("HOST").isEmpty()) return null
            return DatabasePlace(
                variable("HOST"),
                variable("PORT"),
                variable("DATABASE"),
                variable("USER"),
                variable("PASSWORD"),
            )
        }
    }
}

/** A few connections, all opened before the first request, each with its statement. */
class Database(
    private val place: DatabasePlace,
) : Statements {
    private val idle = LinkedBlockingQueue<Session>()
    private val open = mutableListOf<Session>()

    @Volatile
    private var missing: String? = "MySQL: not connected yet"

    // The target starts whether its database is there or not, and tries until it is.
    private val opener = thread(name = "mysql-opener", isDaemon = true) { openAll() }

    private class Session(
        val connection: Connection,
    ) {
        val statement: PreparedStatement = connection.prepareStatement("SELECT name FROM item WHERE id = ?")
    }

    override fun missing() = missing

    override fun select(
        times: Int,
        number: Long,
    ) {
        if (times == 0) return
        val session = idle.take()
        try {
            repeat(times) { select(session.statement, 1 + (number + it) % ROWS) }
        } finally {
            idle.add(session)
        }
    }

    private fun select(
        statement: PreparedStatement,
        id: Long,
    ) {
        statement.setLong(1, id)
        statement.executeQuery().use { rows -> check(rows.next()) { "no row $id in table item" } }
    }

    private fun openAll() {
        // Its thread for forgotten connections would be one more in the count.
        System.setProperty("com.mysql.cj.disableAbandonedConnectionCleanup", "true")
        while (open.size < CONNECTIONS && !Thread.interrupted()) {
            try {
                open += Session(DriverManager.getConnection(url(), properties()))
            } catch (failed: SQLException) {
                missing = "MySQL: " + "${failed.message}".lineSequence().first()
                Time.Real.pause(RETRY)
            }
        }
        idle.addAll(open)
        missing = null
    }

    private fun url() = "jdbc:mysql://$place"

    private fun properties() =
        Properties().apply {
            setProperty("user", place.user)
            setProperty("password", place.password)
            // With these two the only SELECTs are those of requests.
            setProperty("cacheServerConfiguration", "true")
            setProperty("useLocalSessionState", "true")
            // Both ends are on one machine; TLS would be measured.
            setProperty("sslMode", "DISABLED")
            setProperty("allowPublicKeyRetrieval", "true")
            setProperty("connectTimeout", "900")
        }

    override fun close() {
        opener.interrupt()
        opener.join()
        open.forEach { it.connection.close() }
    }

    private companion object {
        /** Statements take a fraction of a request's time, so a quarter of the users would find one free. */
        const val CONNECTIONS = 4

        /** As many as the scenario's script makes. */
        const val ROWS = 16
        val RETRY = 20.milliseconds
    }
}
