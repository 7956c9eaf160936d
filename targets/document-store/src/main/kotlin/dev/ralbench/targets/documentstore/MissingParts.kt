package dev.ralbench.targets.documentstore

import de.bwaldvogel.mongo.bson.Document
import de.bwaldvogel.mongo.exception.MongoServerError

/**
 * Refuses parts of commands that the library does not have and would pass over, so that its answers would be wrong without a word;
 * and those that MongoDB refuses, too, where it is a single server.
 */
object MissingParts {
    /** Options of commands that change the answer. */
    private val OPTIONS = listOf("let", "min", "max", "returnKey", "showRecordId", "tailable")

    /** In a projection; all others are expressions. */
    private val PROJECTING = setOf("\$slice", "\$elemMatch", "\$meta")

    private const val ILLEGAL_OPERATION = 20
    private const val CHANGE_STREAM = 40573

    /** What of a command the library would pass over; empty if nothing. */
    fun of(
        command: String,
        query: Document,
    ): String? =
        collation(query)
            ?: OPTIONS.firstOrNull { isSet(query[it]) }
            ?: listOf("projection", "fields").firstNotNullOfOrNull { expression(query[it]) }
            ?: "an update by a pipeline".takeIf { isByPipeline(command, query) }

    /** @throws MongoServerError as a single server of MongoDB answers, which is no replica set */
    fun refuseWhatReplicaSetsHave(query: Document) {
        if (query["startTransaction"] == true || "txnNumber" in query) {
            throw MongoServerError(
                ILLEGAL_OPERATION,
                "IllegalOperation",
                "Transaction numbers are only allowed on a replica set member or mongos",
            )
        }
        if (parts(query["pipeline"]).any { "\$changeStream" in it }) {
            throw MongoServerError(
                CHANGE_STREAM,
                "Location40573",
                "The \$changeStream stage is only supported on replica sets",
            )
        }
    }

    /** Of the command, or of one of its statements or indexes. */
    private fun collation(query: Document): String? {
        val all = listOf(query) + listOf("updates", "deletes", "indexes").flatMap { parts(query[it]) }
        return "collation".takeIf { all.any { part -> part[it].let { c -> c is Document && c["locale"] != "simple" } } }
    }

    private fun expression(projection: Any?): String? =
        (projection as? Document)
            ?.entries
            ?.firstOrNull { (_, value) ->
                value is String || (value is Document && value.keys.any { it.startsWith("$") && it !in PROJECTING })
            }?.let { "the expression of ${it.key} in a projection" }

    private fun isByPipeline(
        command: String,
        query: Document,
    ) = parts(query["updates"]).any { it["u"] is Collection<*> } ||
        (command.equals("findAndModify", ignoreCase = true) && query["update"] is Collection<*>)

    private fun isSet(option: Any?) = option == true || (option is Document && option.isNotEmpty())

    private fun parts(list: Any?): List<Document> = (list as? Collection<*>).orEmpty().filterIsInstance<Document>()
}
