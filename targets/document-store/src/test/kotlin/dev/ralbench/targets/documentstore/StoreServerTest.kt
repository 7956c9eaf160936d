package dev.ralbench.targets.documentstore

import com.mongodb.MongoCommandException
import com.mongodb.MongoSecurityException
import com.mongodb.client.MongoClients
import com.mongodb.client.MongoCollection
import com.mongodb.client.model.Filters.eq
import com.mongodb.client.model.Filters.regex
import com.mongodb.client.model.Updates.set
import de.bwaldvogel.mongo.MongoServer
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.bson.Document
import org.bson.types.ObjectId
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.junit.jupiter.params.provider.ValueSource
import java.io.File
import java.io.IOException
import java.net.URI

/** Over the wire, by a driver of today. */
class StoreServerTest {
    private val study = StudyDocuments(6000, 1, 1000)
    private val server =
        StoreServer.start(Options(port = 0, bind = "127.0.0.1", mongoPort = 0, "wormery", "worms", study), PASSWORD)
    private val client = client("target:$PASSWORD@")
    private val worms: MongoCollection<Document> = client.getDatabase("wormery").getCollection("worms")

    @AfterEach
    fun close() {
        client.close()
        server.close()
    }

    @Test
    fun aQueryIsAnsweredInTheOrderOfTheDocuments() {
        val found =
            worms
                .find(eq("class", "utilize"))
                .limit(10)
                .map { it.getString("name") }
                .toList()
        assertThat(found).isEqualTo((1..10).map { "worm-" + "${100 * it}".padStart(7, '0') })
    }

    @Test
    fun commandsForDataAreCountedAndNoOthers() {
        client.getDatabase("admin").runCommand(Document("ping", 1))
        assertThat(counters()).containsEntry("document_store_commands_total", 0)
        val all = worms.find().batchSize(2500).toList()
        assertThat(all).hasSize(6000)
        assertThat(counters())
            .containsEntry("document_store_commands_total", 3)
            .containsEntry("document_store_running", 0)
            .containsEntry("document_store_port", server.mongoPort.toLong())
        val status = client.getDatabase("admin").runCommand(Document("serverStatus", 1))
        assertThat(status.getEmbedded(listOf("metrics", "commands", "find", "total"), 0L)).isEqualTo(1)
        assertThat(status.getEmbedded(listOf("metrics", "commands", "getMore", "total"), 0L)).isEqualTo(2)
        assertThat(status.getEmbedded(listOf("connections", "active"), 0)).isEqualTo(1)
    }

    @Test
    fun connectionsAreCountedUntilTheyAreClosed() {
        worms.countDocuments()
        assertThat(counters().getValue("document_store_connections")).isPositive()
        client.close()
        val deadline = System.nanoTime() + 10_000_000_000
        while (counters().getValue("document_store_connections") > 0 &&
            System.nanoTime() < deadline
        ) {
            Thread.onSpinWait()
        }
        assertThat(counters()).containsEntry("document_store_connections", 0)
    }

    @Test
    fun documentsOfTheStudyAreFoundByTheirIdAndChangedLikeAllOthers() {
        val id = ObjectId(study.id(41).toByteArray())
        assertThat(worms.find(eq("_id", id)).first()).containsEntry("name", "worm-0000042")
        assertThat(worms.updateOne(eq("_id", id), set("class", "utilize")).modifiedCount).isEqualTo(1)
        assertThat(worms.countDocuments(eq("class", "utilize"))).isEqualTo(11)
        assertThat(worms.find(eq("class", "utilize")).first()).containsEntry("name", "worm-0000042")

        worms.deleteOne(eq("_id", id))
        assertThat(worms.find(eq("_id", id)).first()).isNull()
        assertThat(worms.countDocuments()).isEqualTo(5999)
        worms.insertOne(Document("_id", id).append("name", "new"))
        assertThat(worms.find(eq("_id", id)).first()).containsEntry("name", "new")
        assertThat(worms.countDocuments(regex("name", "^new"))).isEqualTo(1)
        assertThat(worms.distinct("class", String::class.java).toList()).hasSize(301)
    }

    @Test
    fun aCollectionThatIsDroppedBeginsEmptyAgain() {
        worms.drop()
        worms.insertOne(Document("name", "alone"))
        assertThat(worms.find().map { it.getString("name") }.toList()).containsExactly("alone")
    }

    @Test
    fun itSaysWhatStandsIn() {
        val library =
            MongoServer::class.java.protectionDomain.codeSource.location.path
                .substringAfterLast('/')
        val version = library.removePrefix("mongo-java-server-core-").removeSuffix(".jar")
        val info = client.getDatabase("admin").runCommand(Document("buildInfo", 1))
        assertThat(info.getList("modules", String::class.java))
            .containsExactly("stand-in: mongo-java-server $version")
        assertThat(File("target.yaml")).content().contains("title: stand-in for MongoDB, mongo-java-server $version")
    }

    @Test
    fun withoutALoginThereIsTheHandshakeAndNothingElse() {
        client("").use { stranger ->
            val database = stranger.getDatabase("wormery")
            assertThat(database.runCommand(Document("hello", 1))).containsEntry("isWritablePrimary", true)
            val commands =
                listOf("drop", "find", "insert", "update", "delete", "aggregate", "count", "getMore", "killCursors") +
                    listOf("dropDatabase", "listCollections", "serverStatus", "buildInfo", "ping", "noSuchCommand")
            for (command in commands) {
                assertThatThrownBy { database.runCommand(Document(command, "worms")) }
                    .isInstanceOfSatisfying(MongoCommandException::class.java) {
                        assertThat(it.errorCode).isEqualTo(13)
                        assertThat(it.errorCodeName).isEqualTo("Unauthorized")
                        assertThat(it.errorMessage).isEqualTo("Command $command requires authentication")
                    }
            }
        }
        assertThat(worms.countDocuments()).isEqualTo(6000)
    }

    /** The form of requests before MongoDB 3.6, which most of the library's code for it refuses by hanging up. */
    @ParameterizedTest
    @CsvSource(
        "wormery.worms, class",
        "wormery.\$cmd, find",
        "admin.\$cmd, serverStatus",
        "admin.\$cmd.sys.inprog, all",
    )
    fun norIsThereAnythingInTheOldFormOfRequests(
        collection: String,
        command: String,
    ) {
        LegacyClient(server.mongoPort).use {
            assertThat(it.ask("admin.\$cmd", "isMaster")).containsEntry("isWritablePrimary", true)
            assertThatThrownBy { it.ask(collection, command) }.isInstanceOf(IOException::class.java)
        }
    }

    @ParameterizedTest
    @ValueSource(strings = ["target:wrong@", "ralbench:$PASSWORD@", "target:@"])
    fun anotherUserOrAnotherPasswordIsRefused(login: String) {
        client(login).use { stranger ->
            assertThatThrownBy { stranger.getDatabase("wormery").runCommand(Document("find", "worms")) }
                .isInstanceOf(MongoSecurityException::class.java)
                .hasRootCauseInstanceOf(MongoCommandException::class.java)
                .rootCause()
                .hasMessageContaining("error 18 (AuthenticationFailed)")
        }
    }

    @Test
    fun anOlderMechanismIsNotAvailable() {
        client("target:$PASSWORD@", "&authMechanism=SCRAM-SHA-1").use { old ->
            assertThatThrownBy { old.getDatabase("wormery").runCommand(Document("find", "worms")) }
                .isInstanceOf(MongoSecurityException::class.java)
                .rootCause()
                .hasMessageContaining("SCRAM-SHA-1 is not available, only SCRAM-SHA-256 is")
        }
    }

    @Test
    fun aLoginIsOfOneConnectionAlone() {
        worms.countDocuments()
        withoutALoginThereIsTheHandshakeAndNothingElse()
    }

    private fun client(
        login: String,
        more: String = "",
    ) = MongoClients.create(
        "mongodb://${login}127.0.0.1:${server.mongoPort}/?serverSelectionTimeoutMS=5000$more",
    )

    private fun counters() =
        URI("http://127.0.0.1:${server.port}/counters")
            .toURL()
            .readText()
            .lines()
            .filter { it.isNotEmpty() && !it.startsWith("#") }
            .associate { it.substringBefore(' ') to it.substringAfter(' ').toLong() }

    private companion object {
        const val PASSWORD = "correct"
    }
}
