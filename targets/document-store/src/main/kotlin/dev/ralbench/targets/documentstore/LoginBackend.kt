package dev.ralbench.targets.documentstore

import de.bwaldvogel.mongo.MongoBackend
import de.bwaldvogel.mongo.backend.QueryResult
import de.bwaldvogel.mongo.bson.BinData
import de.bwaldvogel.mongo.bson.Document
import de.bwaldvogel.mongo.exception.MongoServerError
import de.bwaldvogel.mongo.wire.message.MongoMessage
import de.bwaldvogel.mongo.wire.message.MongoQuery
import io.netty.channel.Channel
import java.util.concurrent.ConcurrentHashMap

/**
 * Lets a connection reach the other backend once it has logged in, as MongoDB's drivers do by default: with
 * SCRAM-SHA-256. Before that it answers the handshake alone.
 */
class LoginBackend(
    private val store: MongoBackend,
    private val account: Account,
) : MongoBackend by store {
    private val begun = ConcurrentHashMap<Channel, Begun>()
    private val loggedIn = ConcurrentHashMap.newKeySet<Channel>()

    override fun handleMessage(message: MongoMessage): Document {
        val command = message.document.keys.first()
        return handleCommand(message.channel, message.databaseName, command, message.document)
    }

    override fun handleCommand(
        channel: Channel,
        databaseName: String,
        command: String,
        query: Document,
    ): Document =
        when (command.lowercase()) {
            "hello", "ismaster" -> {
                greet(channel, databaseName, query)
            }

            "saslstart" -> {
                begin(channel, query)
            }

            "saslcontinue" -> {
                proceed(channel, query)
            }

            else -> {
                requireLogin(channel, command)
                store.handleCommand(channel, databaseName, command, query)
            }
        }

    override fun handleQuery(query: MongoQuery): QueryResult? {
        requireLogin(query.channel, "find")
        return store.handleQuery(query)
    }

    override fun getCurrentOperations(query: MongoQuery): MutableCollection<Document> {
        requireLogin(query.channel, "currentOp")
        return store.getCurrentOperations(query)
    }

    /** The library asks for it without saying for which connection, in the form that drivers used before messages alone. */
    override fun getServerStatus(): Document = throw unauthorized("serverStatus")

    override fun handleClose(channel: Channel) {
        begun.remove(channel)
        loggedIn.remove(channel)
        store.handleClose(channel)
    }

    private fun greet(
        channel: Channel,
        databaseName: String,
        query: Document,
    ): Document {
        val answer = store.handleCommand(channel, databaseName, "isMaster", query)
        answer.append("isWritablePrimary", true)
        answer.append("logicalSessionTimeoutMinutes", SESSION_MINUTES) // without it drivers refuse to begin a session
        if ("saslSupportedMechs" in query) answer.append("saslSupportedMechs", listOf(Account.MECHANISM.getName()))
        val early = query["speculativeAuthenticate"]
        if (early is Document && early["mechanism"] == Account.MECHANISM.getName()) {
            answer.append("speculativeAuthenticate", begin(channel, early))
        }
        return answer
    }

    private fun begin(
        channel: Channel,
        query: Document,
    ): Document {
        val mechanism = query["mechanism"]
        if (mechanism != Account.MECHANISM.getName()) {
            throw MongoServerError(
                MECHANISM_UNAVAILABLE,
                "MechanismUnavailable",
                "$mechanism is not available, only ${Account.MECHANISM.getName()} is",
            )
        }
        val login = refusedAsMongoDb { account.begin(payload(query)) }
        val isShort = (query["options"] as? Document)?.get("skipEmptyExchange") == true
        begun[channel] = Begun(login, isShort)
        return answer(login.challenge(), isDone = false)
    }

    /** Drivers that do not know the short login continue once more, and neither side has anything to say. */
    private fun proceed(
        channel: Channel,
        query: Document,
    ): Document {
        val waiting = begun.remove(channel)
        if (waiting == null) {
            requireLogin(channel, "saslContinue")
            return answer("", isDone = true)
        }
        val proof = refusedAsMongoDb { waiting.login.finish(payload(query)) }
        loggedIn.add(channel)
        return answer(proof, waiting.isShort)
    }

    private fun requireLogin(
        channel: Channel,
        command: String,
    ) {
        if (channel !in loggedIn) throw unauthorized(command)
    }

    /** A login whose client has still to prove that it knows the password, and whether that proof ends it. */
    private class Begun(
        val login: Account.Login,
        val isShort: Boolean,
    )

    private companion object {
        const val UNAUTHORIZED = 13
        const val AUTHENTICATION_FAILED = 18
        const val MECHANISM_UNAVAILABLE = 334

        const val SESSION_MINUTES = 30

        /** A connection has one login at a time. */
        const val CONVERSATION = 1

        fun answer(
            payload: String,
            isDone: Boolean,
        ): Document =
            Document("conversationId", CONVERSATION)
                .append("done", isDone)
                .append("payload", BinData(payload.toByteArray()))
                .append("ok", 1.0)

        fun payload(query: Document): String =
            (query["payload"] as? BinData)?.data?.decodeToString() ?: throw Account.Refused("there is no payload")

        fun unauthorized(command: String) =
            MongoServerError(UNAUTHORIZED, "Unauthorized", "Command $command requires authentication")

        fun failed(why: String?) =
            MongoServerError(AUTHENTICATION_FAILED, "AuthenticationFailed", "Authentication failed: $why")

        fun <T> refusedAsMongoDb(step: () -> T): T =
            try {
                step()
            } catch (refused: Account.Refused) {
                throw failed(refused.message)
            }
    }
}
