package dev.ralbench.targets.batching

import com.fasterxml.jackson.annotation.JsonProperty
import org.springframework.stereotype.Component
import java.sql.ResultSet
import java.sql.SQLException
import java.util.concurrent.atomic.AtomicLong
import javax.sql.DataSource

/** A document of the study. */
data class Worm(
    @get:JsonProperty("_id") val id: String,
    val name: String,
    @get:JsonProperty("class") val wormClass: String,
    val length: Int,
    val habitat: String,
)

/** The slow query that requests make, or share. */
fun interface Worms {
    /** The first ten of a class. Blocks while it waits for a connection and for the answer. */
    fun ofClass(wormClass: String): List<Worm>
}

/** The query as SQL: there is no index on the class, so the server reads row by row until it has ten. */
@Component
class SqlWorms(
    private val database: DataSource,
    private val counters: Counters,
    settings: BatchingSettings,
) : Worms {
    private val failures = Failures(settings.failEvery)

    override fun ofClass(wormClass: String): List<Worm> =
        database.connection.use { connection ->
            connection.prepareStatement(QUERY).use { statement ->
                statement.setString(1, wormClass)
                counters.query()
                statement.executeQuery().use { rows ->
                    failures.nextQuery()
                    generateSequence { if (rows.next()) worm(rows) else null }.toList()
                }
            }
        }

    private fun worm(row: ResultSet) =
        Worm(row.getString(1), row.getString(2), row.getString(3), row.getInt(4), row.getString(5))

    private companion object {
        const val QUERY = "SELECT _id, name, class, length, habitat FROM worms WHERE class = ? LIMIT 10"
    }
}

/** Queries that fail on purpose: of every `failEvery` the last one, none if that is 0. */
class Failures(
    private val failEvery: Long,
) {
    private val queries = AtomicLong()

    /** Called when the database has answered, so that a query that fails has taken as long as any other. */
    fun nextQuery() {
        val number = queries.incrementAndGet()
        if (failEvery > 0 && number % failEvery == 0L) throw SQLException("query $number fails on purpose")
    }
}
