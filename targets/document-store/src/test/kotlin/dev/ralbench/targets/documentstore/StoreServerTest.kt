package dev.ralbench.targets.documentstore

import com.mongodb.MongoCommandException
import com.mongodb.MongoSecurityException
import com.mongodb.MongoWriteException
import com.mongodb.client.MongoClient
import com.mongodb.client.MongoClients
import com.mongodb.client.MongoCollection
import com.mongodb.client.model.Filters.eq
import com.mongodb.client.model.Filters.`in`
import com.mongodb.client.model.Filters.regex
import com.mongodb.client.model.IndexOptions
import com.mongodb.client.model.Updates.set
import de.bwaldvogel.mongo.MongoServer
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.bson.BsonBinaryWriter
import org.bson.Document
import org.bson.codecs.DocumentCodec
import org.bson.codecs.EncoderContext
import org.bson.io.BasicOutputBuffer
import org.bson.types.Decimal128
import org.bson.types.ObjectId
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.junit.jupiter.params.provider.ValueSource
import java.io.File
import java.io.IOException
import java.net.URI
import java.nio.file.Files
import java.nio.file.Path
import java.util.Date
import java.util.concurrent.atomic.AtomicLong

/** Over the wire, by a driver of today. */
class StoreServerTest {
    @TempDir
    lateinit var directory: Path

    private val study = StudyDocuments(6000, 1, 1000)
    private lateinit var server: StoreServer
    private lateinit var client: MongoClient
    private lateinit var worms: MongoCollection<Document>

    @BeforeEach
    fun start() {
        val content = Snapshot.Content("wormery", "worms", (0..<6000).map { bson(study.document(it)) }, listOf())
        Snapshot(directory.resolve("begin")).write(content)
        begin(directory.resolve("begin"))
        worms = client.getDatabase("wormery").getCollection("worms")
    }

    private fun begin(data: Path?) {
        server = StoreServer.start(Options(0, "127.0.0.1", 0, data, directory.resolve("saved")), PASSWORD, WARM_UP)
        client = client("target:$PASSWORD@")
    }

    @AfterEach
    fun close() {
        client.close()
        server.close()
    }

    @Test
    fun whatFsyncSavesIsWhatAnotherOneBeginsWith() {
        val shop = client.getDatabase("shop")
        val orders = shop.getCollection("orders.of-2026")
        val ids = listOf("a", 7, 8.5, Document("x", 1), ObjectId(), Date(0), Decimal128(9))
        orders.insertMany(ids.mapIndexed { i, id -> Document("_id", id).append("number", i).append("big", 1L shl 40) })
        orders.createIndex(Document("number", 1), IndexOptions().unique(true))
        orders.createIndex(Document("big", -1))
        shop.createCollection("empty")
        val all = orders.find().toList()
        val indexes = orders.listIndexes().toList()
        client.getDatabase("admin").runCommand(Document("fsync", 1))
        close()

        begin(directory.resolve("saved"))

        val again = client.getDatabase("shop").getCollection("orders.of-2026")
        assertThat(again.find().toList()).isEqualTo(all)
        assertThat(again.listIndexes().toList()).containsExactlyInAnyOrderElementsOf(indexes)
        assertThat(client.getDatabase("shop").listCollectionNames().toList())
            .containsExactlyInAnyOrder("orders.of-2026", "empty")
        assertThat(client.getDatabase("wormery").getCollection("worms").countDocuments()).isEqualTo(6000)
        for (id in ids) assertThat(again.find(eq("_id", id)).first()).`as`("$id").isEqualTo(all[ids.indexOf(id)])
        assertThat(again.find(eq("_id", 7L)).first()).containsEntry("_id", 7)
        assertThat(
            again
                .find(`in`("_id", "a", 8.5, "none"))
                .map {
                    it.getValue("_id")
                }.toList(),
        ).containsExactlyInAnyOrder("a", 8.5)
        assertThat(again.find(regex("_id", "^a")).map { it.getValue("_id") }.toList()).containsExactly("a")
        for (taken in listOf(Document("_id", "a"), Document("_id", "b").append("number", 3))) {
            assertThatThrownBy { again.insertOne(taken) }
                .isInstanceOfSatisfying(MongoWriteException::class.java) { assertThat(it.code).isEqualTo(11000) }
        }
        again.deleteOne(eq("_id", "a"))
        assertThat(again.find(regex("_id", "^a")).first()).isNull()
        again.insertOne(Document("_id", "a").append("number", 0))
        assertThat(again.countDocuments()).isEqualTo(ids.size.toLong())
    }

    @Test
    fun whatIsDamagedOrMissingIsNotBegunWith() {
        val file = directory.resolve("begin/wormery/worms.bson")
        Files.write(file, Files.readAllBytes(file).copyOf(1000))
        for ((data, message) in mapOf("begin" to "document 10 is damaged", "none" to "none")) {
            val options = Options(0, "127.0.0.1", 0, directory.resolve(data), null)
            assertThatThrownBy { StoreServer.start(options, PASSWORD, WARM_UP) }
                .isInstanceOf(IOException::class.java)
                .hasMessageContaining(message)
        }
    }

    @Test
    fun whatItDoesNotKnowIsNamedAndSoIsTheCure() {
        val database = client.getDatabase("wormery")
        val pipeline = listOf(Document("\$densify", Document()))
        val aggregate = Document("aggregate", "worms").append("pipeline", pipeline).append("cursor", Document())
        val unknown =
            mapOf(
                Document("hostInfo", 1) to "no such command: 'hostInfo'",
                aggregate to "aggregate: Unrecognized pipeline stage name: '\$densify'",
                Document("find", "worms").append("filter", Document("at", Document("\$near", listOf(1, 2)))) to
                    "find: unknown operator: \$near",
            )
        for ((command, why) in unknown) {
            assertThatThrownBy { database.runCommand(command) }
                .isInstanceOfSatisfying(MongoCommandException::class.java) {
                    assertThat(it.errorMessage)
                        .isEqualTo(
                            "$why; this is ralbench's stand-in for MongoDB; with a mongod on the PATH (or --mongodb," +
                                " --mongodb-url, image) ralbench uses MongoDB itself",
                        )
                }
        }
    }

    /** The library would answer as if they were not there. */
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = [
            "{find: 'worms', collation: {locale: 'en', strength: 2}} | collation",
            "{delete: 'worms', deletes: [{q: {}, limit: 1, collation: {locale: 'en'}}]} | collation",
            "{createIndexes: 'worms', indexes: [{key: {a: 1}, name: 'a', collation: {locale: 'en'}}]} | collation",
            "{find: 'worms', projection: {x: {\$add: ['\$length', 1]}}} | the expression of x in a projection",
            "{find: 'worms', projection: {x: '\$length'}} | the expression of x in a projection",
            "{find: 'worms', min: {_id: 1}} | min",
            "{find: 'worms', let: {a: 1}} | let",
            "{update: 'worms', updates: [{q: {}, u: [{\$set: {a: 1}}]}]} | an update by a pipeline",
            "{findAndModify: 'worms', query: {}, update: [{\$set: {a: 1}}]} | an update by a pipeline",
        ],
    )
    fun partsOfACommandThatItLacksAreRefused(
        command: String,
        part: String,
    ) {
        val document = Document.parse(command)
        assertThatThrownBy { client.getDatabase("wormery").runCommand(document) }
            .isInstanceOfSatisfying(MongoCommandException::class.java) {
                assertThat(
                    it.errorMessage,
                ).startsWith("${document.keys.first()}: $part is not available; this is ralbench's")
                assertThat(it.errorCodeName).isEqualTo("NotImplemented")
            }
    }

    @Test
    fun whatIsLikeTheseAndKnownIsNotRefused() {
        val simple =
            Document.parse(
                "{find: 'worms', filter: {length: {\$gt: 0}}, limit: 1, collation: {locale: 'simple'}}",
            )
        assertThat(client.getDatabase("wormery").runCommand(simple)).containsEntry("ok", 1.0)
        worms.insertOne(Document.parse("{_id: 1, tags: ['a', 'b'], nested: {x: 1, y: 2}}"))
        val projection = Document.parse("{tags: {\$slice: 1}, 'nested.x': 1}")
        assertThat(worms.find(eq("_id", 1)).projection(projection).first())
            .isEqualTo(Document.parse("{_id: 1, tags: ['a'], nested: {x: 1}}"))
    }

    @Test
    fun sessionsAreTakenAndTransactionsRefusedAsByASingleServer() {
        client.startSession().use { session ->
            assertThat(worms.find(session, eq("name", "worm-0000001")).first()).isNotNull()
            session.startTransaction()
            assertThatThrownBy { worms.insertOne(session, Document("a", 1)) }
                .rootCause()
                .hasMessageContaining("Transaction numbers are only allowed on a replica set member or mongos")
        }
        assertThatThrownBy { worms.watch().iterator() }.hasMessageContaining("only supported on replica sets")
        assertThat(worms.countDocuments()).isEqualTo(6000)
    }

    @Test
    fun theDocumentsOfTheStudyAreLoadedAndTheTenPutWhereTheQueryTakesTheWantedTime() {
        val time = AtomicLong()
        val collection = client.getDatabase("elsewhere").getCollection("worms")
        val data = StudyData(collection, StudyDocuments(6000, 2, 0)) { time.addAndGet(10_000_000) }

        data.load()
        assertThat(collection.find().toList()).isEqualTo((0..<6000).map(StudyDocuments(6000, 2, 0)::document))

        assertThat(
            data.calibrate(10.0),
        ).startsWith("tenth match at document 6000 of 6000: a query takes 10.0 ms alone, ")
        assertThat(collection.find().toList()).isEqualTo((0..<6000).map(StudyDocuments(6000, 2, 6000)::document))
    }

    /** A query takes as many milliseconds as there are documents up to the tenth match, divided by a hundred. */
    @Test
    fun theTenAreMovedUntilTheQueryTakesTheWantedTime() {
        val collection = client.getDatabase("elsewhere").getCollection("worms")
        val documents = StudyDocuments(6000, 1, 0)
        val now = AtomicLong()
        val data =
            StudyData(collection, documents) {
                val last =
                    collection
                        .find(eq("class", "utilize"))
                        .sort(Document("name", -1))
                        .limit(1)
                        .first()
                now.addAndGet(last!!.getString("name").removePrefix("worm-").toLong() * 10_000)
            }
        data.load()

        assertThat(data.calibrate(20.0)).startsWith("tenth match at document 2000 of 6000: a query takes 20.0 ms alone")
        assertThat(collection.find().toList()).isEqualTo((0..<6000).map(documents.copy(tenth = 2000)::document))
    }

    @ParameterizedTest
    @CsvSource(
        "--documents=6000 --seed=3, 0, 0",
        "--documents=6000 --tenth=500, 0, 10",
        "--documents=5, 2, 0",
        "--query=17s, 2, 0",
        "--query=17ms --tenth=500, 2, 0",
        "--speed=1, 2, 0",
    )
    fun theSeedIsACommand(
        arguments: String,
        exitCode: Int,
        matches: Long,
    ) {
        val environment = mapOf("MONGODB_URL" to url("target:$PASSWORD@"), "MONGODB_DATABASE" to "elsewhere")
        assertThat(StudyData.main(arguments.split(' '), environment)).isEqualTo(exitCode)
        val collection = client.getDatabase("elsewhere").getCollection("worms")
        assertThat(collection.countDocuments()).isEqualTo(if (exitCode == 0) 6000 else 0)
        assertThat(collection.countDocuments(eq("class", "utilize"))).isEqualTo(matches)
        assertThat(StudyData.main(listOf("--documents=6000"), environment - "MONGODB_URL")).isEqualTo(2)
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
        val id = study.id(41)
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
    ) = MongoClients.create(url(login) + more)

    private fun url(login: String) = "mongodb://${login}127.0.0.1:${server.mongoPort}/?serverSelectionTimeoutMS=5000"

    private fun counters() =
        URI("http://127.0.0.1:${server.port}/counters")
            .toURL()
            .readText()
            .lines()
            .filter { it.isNotEmpty() && !it.startsWith("#") }
            .associate { it.substringBefore(' ') to it.substringAfter(' ').toLong() }

    private companion object {
        const val PASSWORD = "correct"

        /** Little: nothing is timed here. */
        const val WARM_UP = 10_000

        fun bson(document: Document): ByteArray {
            val buffer = BasicOutputBuffer()
            BsonBinaryWriter(buffer).use {
                DocumentCodec().encode(it, document, EncoderContext.builder().build())
            }
            return buffer.toByteArray()
        }
    }
}
