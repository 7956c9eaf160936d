package dev.ralbench.targets.documentstore

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import de.bwaldvogel.mongo.MongoServer
import de.bwaldvogel.mongo.bson.Document
import java.net.InetSocketAddress

/** The wire protocol of MongoDB on one port, and HTTP on another, which is bound when all else is ready. */
class StoreServer private constructor(
    private val mongo: MongoServer,
    private val http: HttpServer,
) : AutoCloseable {
    val mongoPort: Int = mongo.localAddress.port
    val port: Int = http.address.port

    override fun close() {
        http.stop(0)
        mongo.shutdownNow()
    }

    companion object {
        /** So many connections have a thread each, as all of MongoDB's have: a query does not wait for that of another connection. */
        private const val THREADS = 64

        /**
         * @param password of [Account.USER]: every user of the machine reaches the port
         * @param warmUp how many documents are scanned before the first client
         */
        fun start(
            options: Options,
            password: String,
            warmUp: Int = DOCUMENTS_OF_WARM_UP,
        ): StoreServer {
            val counters = Counters()
            val backend = StoreBackend(counters, options.save?.let(::Snapshot))
            val contents =
                options.data
                    ?.let(::Snapshot)
                    ?.read()
                    .orEmpty()
            contents.forEach(backend::restore)
            warmUp(backend, contents, warmUp)
            val mongo = MongoServer(LoginBackend(backend, Account(password)))
            mongo.bind(InetSocketAddress(options.bind, options.mongoPort), 1, THREADS)
            val http = HttpServer.create(InetSocketAddress(options.bind, options.port), 0)
            http.createContext("/ready") { it.answer("ready") }
            http.createContext("/counters") { it.answer(counters.text(mongo.localAddress.port)) }
            http.start()
            return StoreServer(mongo, http)
        }

        /** Scans until the compilers are done with it: the first ones take ten times as long as all later ones. */
        private fun warmUp(
            backend: StoreBackend,
            contents: List<Snapshot.Content>,
            documents: Int,
        ) {
            val full = contents.filter { it.documents.isNotEmpty() }
            for (content in full) {
                val collection = backend.resolveDatabase(content.database).resolveCollection(content.collection, true)
                val field = Encoding.decoded(content.documents.first()).keys.last()
                repeat(documents / full.size / content.documents.size + 1) {
                    collection.handleQuery(Document(field, NO_VALUE), 0, 1)
                }
            }
        }

        /** That no document has. */
        private val NO_VALUE = "\u0000warm-up"

        private const val DOCUMENTS_OF_WARM_UP = 1_000_000

        private fun HttpExchange.answer(text: String) =
            use {
                val bytes = text.toByteArray()
                responseHeaders.add("Content-Type", "text/plain")
                sendResponseHeaders(HTTP_OK, bytes.size.toLong())
                responseBody.write(bytes)
            }

        private const val HTTP_OK = 200
    }
}
