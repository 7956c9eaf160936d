package dev.ralbench.targets.documentstore

import com.ongres.scram.common.ClientFirstMessage
import com.ongres.scram.common.ScramFunctions
import com.ongres.scram.common.ScramMechanism
import com.ongres.scram.common.ServerFinalMessage
import com.ongres.scram.common.ServerFirstMessage
import com.ongres.scram.common.StringPreparation
import com.ongres.scram.common.exception.ScramParseException
import java.security.SecureRandom
import java.util.Base64

/** The one user of the stand-in. Keeps what SCRAM-SHA-256 (RFC 7677) makes of the password, and not the password. */
class Account(
    password: String,
) {
    private val random = SecureRandom()
    private val salt = ScramFunctions.salt(SALT_BYTES, random)
    private val storedKey: ByteArray
    private val serverKey: ByteArray

    init {
        val salted =
            ScramFunctions.saltedPassword(
                MECHANISM,
                StringPreparation.SASL_PREPARATION,
                password.toCharArray(),
                salt,
                ITERATIONS,
            )
        storedKey = ScramFunctions.storedKey(MECHANISM, ScramFunctions.clientKey(MECHANISM, salted))
        serverKey = ScramFunctions.serverKey(MECHANISM, salted)
    }

    /**
     * Begins a login.
     *
     * @param message the first one of the client
     * @throws Refused if it is none, or asks for channel binding
     */
    fun begin(message: String): Login {
        val first = parsed { ClientFirstMessage.parseFrom(message) }
        if (first.isChannelBindingRequired) throw Refused("channel binding is not available")
        return Login(
            first,
            ServerFirstMessage(first.clientNonce, nonce(), Base64.getEncoder().encodeToString(salt), ITERATIONS),
        )
    }

    /** In letters, digits, + and / alone, as MongoDB's: drivers split messages at each equals sign, also within a nonce. */
    private fun nonce(): String = Base64.getEncoder().encodeToString(ByteArray(NONCE_BYTES).also(random::nextBytes))

    /** A login whose client has still to prove that it knows the password. */
    inner class Login(
        private val first: ClientFirstMessage,
        private val challenge: ServerFirstMessage,
    ) {
        /** What the client has to answer. */
        fun challenge() = challenge.toString()

        /**
         * Ends the login.
         *
         * @return the proof that this server knows the password, too
         * @throws Refused if user or password is another one
         */
        fun finish(message: String): String {
            // The proof is over all that both sides have said, so what the client repeats of it needs no look.
            val conversation = ScramFunctions.authMessage(first, challenge, null)
            val proof = proof(message.substringAfterLast(",p=", ""))
            val isProved = ScramFunctions.verifyClientProof(MECHANISM, proof, storedKey, conversation)
            if (!isProved || first.username != USER) throw Refused("user or password is wrong")
            return ServerFinalMessage(ScramFunctions.serverSignature(MECHANISM, serverKey, conversation)).toString()
        }

        /** As long as one has to be: another one proves nothing, like none. */
        private fun proof(text: String): ByteArray =
            try {
                Base64.getDecoder().decode(text).copyOf(storedKey.size)
            } catch (malformed: IllegalArgumentException) {
                throw Refused("the proof is not Base64", malformed)
            }
    }

    /** A client that may not log in. */
    class Refused(
        why: String,
        cause: Exception? = null,
    ) : Exception(why, cause)

    companion object {
        const val USER = "target"
        val MECHANISM = ScramMechanism.SCRAM_SHA_256

        /** The fewest that drivers accept: more would only protect a password that can be guessed, and this one is random. */
        private const val ITERATIONS = 4096

        private const val SALT_BYTES = 24

        /** A multiple of three, so that there is no padding. */
        private const val NONCE_BYTES = 24

        private fun <T> parsed(message: () -> T): T =
            try {
                message()
            } catch (malformed: ScramParseException) {
                throw Refused("not a message of SCRAM", malformed)
            } catch (malformed: IllegalArgumentException) {
                throw Refused("not a message of SCRAM", malformed)
            }
    }
}
