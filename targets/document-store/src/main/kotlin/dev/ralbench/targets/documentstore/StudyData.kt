package dev.ralbench.targets.documentstore

import com.mongodb.MongoException
import com.mongodb.client.MongoClients
import com.mongodb.client.MongoCollection
import com.mongodb.client.model.Filters.eq
import com.mongodb.client.model.UpdateOneModel
import com.mongodb.client.model.Updates.set
import org.bson.Document
import java.util.Locale
import java.util.concurrent.Callable
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors
import kotlin.math.max
import kotlin.math.roundToLong

/**
 * Loads the documents of the batching study into a MongoDB server, and puts the ten that its query finds where that query takes
 * as long as it is to, by changing the class of ten documents and changing it back. There must be no index of classes: the server
 * looks at one document after the other, up to the tenth match.
 *
 * @param nanoTime a clock
 */
class StudyData(
    private val collection: MongoCollection<Document>,
    private val documents: StudyDocuments,
    private val nanoTime: () -> Long = System::nanoTime,
) {
    /** What the query takes with the tenth match at a document. */
    private class Timed(
        val tenth: Int,
        val millis: Double,
    )

    /** One after the other: a scan meets documents in the order in which they were inserted. */
    fun load() {
        (0 until documents.count).chunked(BATCH).forEach { batch ->
            collection.insertMany(batch.map(documents::document))
        }
    }

    /** Leaves the ten in place. Returns where that is, and what the query takes there, in words. */
    fun calibrate(wantedMillis: Double): String {
        val first = minOf(FIRST_GUESS, documents.count)
        move(0, first)
        queriesUntil(nanoTime() + WARM_UP_NANOS)
        var last = Timed(first, aloneMillis())
        var best = last
        repeat(MOST_MOVES) {
            val next = better(last, wantedMillis)
            if (next == last.tenth) return@repeat
            move(last.tenth, next)
            last = Timed(next, aloneMillis())
            if (distance(last, wantedMillis) < distance(best, wantedMillis)) best = last
        }
        move(last.tenth, best.tenth)
        return String.format(
            Locale.ROOT,
            "tenth match at document %d of %d: a query takes %.1f ms alone, %.1f ms with %d at once",
            best.tenth,
            documents.count,
            aloneMillis(),
            togetherMillis(),
            CONNECTIONS,
        )
    }

    /** The ratio of the time to the wanted one, at least 1. */
    private fun distance(
        timed: Timed,
        wantedMillis: Double,
    ) = max(timed.millis / wantedMillis, wantedMillis / timed.millis)

    /** The time grows with the number of documents before the tenth. */
    private fun better(
        timed: Timed,
        wantedMillis: Double,
    ): Int {
        if (distance(timed, wantedMillis) < CLOSE_ENOUGH) return timed.tenth
        val wanted = (timed.tenth * wantedMillis / timed.millis).roundToLong()
        return wanted.coerceIn(StudyDocuments.MATCHES.toLong(), documents.count.toLong()).toInt()
    }

    private fun move(
        from: Int,
        to: Int,
    ) {
        val back = documents.copy(tenth = from).matches().map { change(it, documents.copy(tenth = 0).className(it)) }
        val there = documents.copy(tenth = to).matches().map { change(it, StudyDocuments.MATCH) }
        collection.bulkWrite(back + there)
    }

    private fun change(
        index: Int,
        className: String,
    ) = UpdateOneModel<Document>(eq("_id", documents.id(index)), set("class", className))

    /** The lower quartile: what others do on the machine makes queries slower, never faster. */
    private fun aloneMillis() = List(QUERIES) { queryMillis() }.sorted()[QUERIES / 4]

    /** The mean, because the queries per second follow from it: five divided by it. */
    private fun togetherMillis(): Double =
        Executors.newFixedThreadPool(CONNECTIONS).use { clients ->
            val start = nanoTime()
            val client =
                Callable {
                    queriesUntil(start + LEAD_IN_NANOS)
                    queriesUntil(start + LEAD_IN_NANOS + TOGETHER_NANOS)
                }
            clients.invokeAll(List(CONNECTIONS) { client }).flatMap { it.get() }.average()
        }

    private fun queriesUntil(endNanos: Long): List<Double> {
        val millis = ArrayList<Double>()
        do millis.add(queryMillis()) while (nanoTime() < endNanos)
        return millis
    }

    private fun queryMillis(): Double {
        val start = nanoTime()
        val found = collection.find(eq("class", StudyDocuments.MATCH)).limit(StudyDocuments.MATCHES).into(ArrayList())
        val end = nanoTime()
        check(found.size == StudyDocuments.MATCHES) {
            "a query for ${StudyDocuments.MATCHES} documents of class ${StudyDocuments.MATCH} found ${found.size}: " +
                "does another program change the collection?"
        }
        return (end - start) / NANOS_PER_MILLI
    }

    companion object {
        /** As many as the study's driver opens. */
        private const val CONNECTIONS = 5

        private const val BATCH = 2000
        private const val CLOSE_ENOUGH = 1.03
        private const val FIRST_GUESS = 30_000
        private const val MOST_MOVES = 8
        private const val QUERIES = 41

        /** Compilers and caches of both sides are done by then. */
        private const val WARM_UP_NANOS = 2_000_000_000L

        private const val LEAD_IN_NANOS = 500_000_000L
        private const val TOGETHER_NANOS = 2_000_000_000L
        private const val NANOS_PER_MILLI = 1e6

        private val NAMES = listOf("documents", "seed", "query", "tenth", "collection")
        private val MILLIS = Regex("([0-9]{1,6})ms")

        /** Does what the arguments say, and returns the exit code. The server is that of `MONGODB_URL`, and the database that of `MONGODB_DATABASE`. */
        fun main(
            arguments: List<String>,
            environment: Map<String, String>,
        ): Int =
            try {
                run(arguments, environment)
                0
            } catch (refused: IllegalArgumentException) {
                failed(refused, 2)
            } catch (failed: IllegalStateException) {
                failed(failed, 1)
            } catch (failed: MongoException) {
                failed(failed, 1)
            } catch (failed: ExecutionException) {
                failed(failed, 1)
            }

        private fun failed(
            why: Exception,
            exitCode: Int,
        ): Int {
            System.err.println(why.message)
            return exitCode
        }

        private fun run(
            arguments: List<String>,
            environment: Map<String, String>,
        ) {
            val given = Options.byName(arguments, NAMES)
            val documents =
                StudyDocuments(
                    number("documents", given["documents"] ?: "1000000").toInt(),
                    number("seed", given["seed"] ?: "1"),
                    number("tenth", given["tenth"] ?: "0").toInt(),
                )
            val query = given["query"]?.let(::millis)
            require(
                query == null || documents.tenth == 0,
            ) { "--query and --tenth exclude each other: both say where the ten are" }
            MongoClients.create(variable("MONGODB_URL", environment)).use { client ->
                val database = client.getDatabase(variable("MONGODB_DATABASE", environment))
                val data = StudyData(database.getCollection(given["collection"] ?: "worms"), documents)
                data.load()
                query?.let { println("calibrated: " + data.calibrate(it)) }
            }
        }

        private fun variable(
            name: String,
            environment: Map<String, String>,
        ) = requireNotNull(
            environment[name]?.takeIf {
                it.isNotEmpty()
            },
        ) { "$name: is missing: the variable says where the server is" }

        private fun millis(text: String) =
            requireNotNull(
                MILLIS
                    .matchEntire(text)
                    ?.groupValues
                    ?.get(1)
                    ?.toDouble()
                    ?.takeIf { it > 0 },
            ) {
                "--query: must be milliseconds, as in --query=17ms, got $text"
            }

        private fun number(
            name: String,
            text: String,
        ) = requireNotNull(text.toLongOrNull()?.takeIf { it in 0..Int.MAX_VALUE }) {
            "--$name: must be a whole number between 0 and ${Int.MAX_VALUE}, got $text"
        }
    }
}
