package dev.ralbench.targets.documentstore

import de.bwaldvogel.mongo.MongoVersion
import de.bwaldvogel.mongo.backend.AbstractMongoBackend
import de.bwaldvogel.mongo.backend.QueryResult
import de.bwaldvogel.mongo.bson.Document
import de.bwaldvogel.mongo.exception.MongoServerError
import de.bwaldvogel.mongo.exception.MongoServerNotYetImplementedException
import de.bwaldvogel.mongo.exception.NoSuchCommandException
import de.bwaldvogel.mongo.wire.message.MongoQuery
import io.netty.channel.Channel
import io.netty.channel.embedded.EmbeddedChannel

/** In-memory databases, with counts of client requests. */
class StoreBackend(
    private val counters: Counters,
    /** Where `fsync` writes all collections, if anywhere. */
    private val save: Snapshot?,
) : AbstractMongoBackend() {
    init {
        version(ClaimedVersion)
    }

    override fun openOrCreateDatabase(databaseName: String) = StoreDatabase(databaseName, cursorRegistry)

    override fun handleCommand(
        channel: Channel,
        databaseName: String,
        command: String,
        query: Document,
    ): Document {
        if (command.equals("fsync", ignoreCase = true) && save != null) {
            contents(channel).forEach(save::write)
            return Document("ok", 1.0)
        }
        if (command.lowercase() in OF_SESSIONS) return Document("ok", 1.0)
        val answer =
            counters.counted(channel, command) {
                MissingParts.refuseWhatReplicaSetsHave(query)
                MissingParts.of(command, query)?.let { throw missing("$command: $it is not available") }
                withCure(command) { super.handleCommand(channel, databaseName, command, query) }
            }
        if (command.equals("buildInfo", ignoreCase = true)) answer.append("modules", listOf(STAND_IN))
        return answer
    }

    /** Makes a collection with all that it is to hold. */
    fun restore(content: Snapshot.Content) {
        (resolveDatabase(content.database) as StoreDatabase).create(content.collection, content.documents)
        if (content.indexes.isNotEmpty()) {
            val command = Document("createIndexes", content.collection).append("indexes", content.indexes)
            super.handleCommand(EmbeddedChannel(), content.database, "createIndexes", command)
        }
    }

    private fun contents(channel: Channel): List<Snapshot.Content> =
        listDatabaseNames().flatMap { database ->
            names(super.handleCommand(channel, database, "listCollections", Document("listCollections", 1)))
                .filterNot { it.startsWith("system.") }
                .map { content(channel, database, it) }
        }

    private fun content(
        channel: Channel,
        database: String,
        collection: String,
    ): Snapshot.Content {
        val stored = resolveDatabase(database).resolveCollection(collection, true) as StoredCollection
        val indexes = super.handleCommand(channel, database, "listIndexes", Document("listIndexes", collection))
        return Snapshot.Content(
            database,
            collection,
            stored.encodedDocuments(),
            firstBatch(indexes).filter { it["name"] != "_id_" },
        )
    }

    /** A query in the form that drivers used before commands. */
    override fun handleQuery(query: MongoQuery): QueryResult? =
        counters.counted(query.channel, "find") { super.handleQuery(query) }

    override fun handleClose(channel: Channel) {
        counters.closed(channel)
        super.handleClose(channel)
    }

    /** The fields of the same names as MongoDB's, as far as ralbench reads them. */
    override fun getServerStatus(): Document {
        val commands = Document()
        counters.served().forEach { (command, total) -> commands.append(command, Document("total", total)) }
        val status = super.getServerStatus()
        status.append(
            "connections",
            Document("current", counters.connections()).append("active", counters.running() + THIS_QUESTION),
        )
        (status["metrics"] as Document).append("commands", commands)
        return status
    }

    /** Without a wire version of 9 today's Node.js drivers refuse it; the features they then use exist. */
    private object ClaimedVersion : MongoVersion {
        override fun getVersionArray() = listOf(4, 4, 0)

        override fun getWireVersion() = 9
    }

    companion object {
        /** In the answer to `buildInfo`, so that clients can tell it from MongoDB. */
        const val STAND_IN = "stand-in: mongo-java-server 1.47.0"

        private const val NOT_IMPLEMENTED = 238

        /** Nothing is kept for a session. */
        private val OF_SESSIONS = setOf("endsessions", "refreshsessions")

        /** What to do when the library lacks something. */
        private const val CURE =
            "this is ralbench's stand-in for MongoDB; " +
                "with a mongod on the PATH (or --mongodb, --mongodb-url, image) ralbench uses MongoDB itself"

        /** Answers a command; if the library does not know it, or a part of it, the error says where to find one that does. */
        private fun withCure(
            command: String,
            answer: () -> Document,
        ): Document =
            try {
                answer()
            } catch (unknown: NoSuchCommandException) {
                throw MongoServerError(unknown.code, unknown.codeName, "no such command: '$command'; $CURE", unknown)
            } catch (missing: MongoServerNotYetImplementedException) {
                throw MongoServerError(
                    NOT_IMPLEMENTED,
                    "NotImplemented",
                    "$command: ${missing.message}; $CURE",
                    missing,
                )
            } catch (refused: MongoServerError) {
                if (UNKNOWN_PART.none { it in refused.messageWithoutErrorCode }) throw refused
                throw MongoServerError(
                    refused.code,
                    refused.codeName,
                    "$command: ${refused.messageWithoutErrorCode}; $CURE",
                    refused,
                )
            }

        private fun missing(
            what: String,
            cause: Throwable? = null,
        ) = MongoServerError(NOT_IMPLEMENTED, "NotImplemented", "$what; $CURE", cause)

        /** How the library names a stage or an operator that it does not know, as MongoDB does with a wrong one. */
        private val UNKNOWN_PART =
            listOf("Unrecognized pipeline stage", "Unrecognized expression", "unknown operator", "Unknown modifier") +
                listOf("Unknown group operator", "unknown group operator")

        @Suppress("UNCHECKED_CAST")
        private fun firstBatch(answer: Document): List<Document> =
            ((answer["cursor"] as Document)["firstBatch"] as Collection<Document>).toList()

        private fun names(answer: Document) = firstBatch(answer).map { it["name"] as String }

        /** MongoDB's `active` counts the client that asks for it. */
        private const val THIS_QUESTION = 1
    }
}
