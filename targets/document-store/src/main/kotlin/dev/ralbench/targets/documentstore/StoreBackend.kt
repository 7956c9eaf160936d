package dev.ralbench.targets.documentstore

import de.bwaldvogel.mongo.MongoVersion
import de.bwaldvogel.mongo.backend.AbstractMongoBackend
import de.bwaldvogel.mongo.backend.QueryResult
import de.bwaldvogel.mongo.bson.Document
import de.bwaldvogel.mongo.wire.message.MongoQuery
import io.netty.channel.Channel

/** In-memory databases, with counts of client requests. */
class StoreBackend(
    private val counters: Counters,
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
        val answer = counters.counted(channel, command) { super.handleCommand(channel, databaseName, command, query) }
        if (command.equals("buildInfo", ignoreCase = true)) answer.append("modules", listOf(STAND_IN))
        return answer
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

        /** MongoDB's `active` counts the client that asks for it. */
        private const val THIS_QUESTION = 1
    }
}
