package dev.ralbench.targets.documentstore

import de.bwaldvogel.mongo.MongoDatabase
import de.bwaldvogel.mongo.backend.AbstractMongoCollection
import de.bwaldvogel.mongo.backend.ArrayFilters
import de.bwaldvogel.mongo.backend.CollectionOptions
import de.bwaldvogel.mongo.backend.CursorRegistry
import de.bwaldvogel.mongo.backend.DocumentWithPosition
import de.bwaldvogel.mongo.backend.Index
import de.bwaldvogel.mongo.backend.QueryParameters
import de.bwaldvogel.mongo.backend.QueryResult
import de.bwaldvogel.mongo.bson.Document
import de.bwaldvogel.mongo.oplog.Oplog
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.locks.ReentrantReadWriteLock
import java.util.stream.IntStream
import java.util.stream.Stream
import kotlin.concurrent.read
import kotlin.concurrent.write

/**
 * Documents as MongoDB keeps them: encoded, in the order in which they were inserted. A scan decodes one after the other. The
 * library's own collection needs four times the memory, and lets only one query look at it at a time; here only changes exclude others.
 */
class StoredCollection(
    database: MongoDatabase,
    name: String,
    options: CollectionOptions,
    cursors: CursorRegistry,
    /** Initial documents, encoded. */
    initial: List<ByteArray> = emptyList(),
) : AbstractMongoCollection<Int>(database, name, options, cursors) {
    private val lock = ReentrantReadWriteLock()

    /** By position; null if a document was removed. */
    private val encoded = ArrayList<ByteArray?>(initial)
    private var removed = 0
    private val dataSize = AtomicInteger(initial.sumOf { it.size })

    /** All documents, encoded, in the order of a scan. */
    fun encodedDocuments(): List<ByteArray> = lock.read { encoded.filterNotNull() }

    override fun matchDocuments(
        query: Document,
        orderBy: Document?,
        numberToSkip: Int,
        numberToReturn: Int,
        batchSize: Int,
        fieldSelector: Document?,
    ): QueryResult {
        val positions = IntStream.range(0, encoded.size)
        val ordered = if (isNaturalDescending(orderBy)) positions.map { encoded.size - 1 - it } else positions
        val documents = ordered.mapToObj { encoded[it] }.filter { it != null }.map { Encoding.decoded(it!!) }
        return matchDocumentsFromStream(
            documents,
            query,
            orderBy,
            numberToSkip,
            numberToReturn,
            batchSize,
            fieldSelector,
        )
    }

    override fun streamAllDocumentsWithPosition(): Stream<DocumentWithPosition<Int>> =
        IntStream
            .range(0, encoded.size)
            .filter { encoded[it] != null }
            .mapToObj { DocumentWithPosition(getDocument(it), it) }

    override fun getDocument(position: Int): Document = Encoding.decoded(requireNotNull(encoded[position]))

    override fun addDocumentInternal(document: Document): Int {
        encoded.add(Encoding.encoded(document))
        return encoded.size - 1
    }

    override fun handleUpdate(
        position: Int,
        oldDocument: Document,
        newDocument: Document,
    ) {
        encoded[position] = Encoding.encoded(newDocument)
    }

    override fun removeDocument(position: Int) {
        encoded[position] = null
        removed++
    }

    override fun getDataSize() = dataSize.get()

    override fun updateDataSize(sizeDelta: Int) {
        dataSize.addAndGet(sizeDelta)
    }

    override fun count() = lock.read { encoded.size - removed }

    override fun count(
        query: Document?,
        skip: Int,
        limit: Int,
    ) = lock.read { super.count(query, skip, limit) }

    override fun handleQuery(queryParameters: QueryParameters): QueryResult =
        lock.read { super.handleQuery(queryParameters) }

    override fun handleDistinct(query: Document): Document = lock.read { super.handleDistinct(query) }

    override fun addDocument(document: Document) = lock.write { super.addDocument(document) }

    override fun insertDocuments(
        documents: List<Document>,
        isOrdered: Boolean,
    ): List<Document> = lock.write { super.insertDocuments(documents, isOrdered) }

    override fun updateDocuments(
        selector: Document,
        updateQuery: Document,
        arrayFilters: ArrayFilters,
        isMulti: Boolean,
        isUpsert: Boolean,
        oplog: Oplog,
    ): Document = lock.write { super.updateDocuments(selector, updateQuery, arrayFilters, isMulti, isUpsert, oplog) }

    override fun deleteDocuments(
        selector: Document,
        limit: Int,
        oplog: Oplog,
    ) = lock.write { super.deleteDocuments(selector, limit, oplog) }

    override fun findAndModify(query: Document): Document = lock.write { super.findAndModify(query) }

    override fun removeDocument(document: Document) = lock.write { super.removeDocument(document) }

    override fun addIndex(index: Index<Int>) = lock.write { super.addIndex(index) }

    override fun dropIndex(indexName: String) = lock.write { super.dropIndex(indexName) }

    override fun renameTo(
        newDatabase: MongoDatabase,
        newCollectionName: String,
    ) = lock.write { super.renameTo(newDatabase, newCollectionName) }
}
