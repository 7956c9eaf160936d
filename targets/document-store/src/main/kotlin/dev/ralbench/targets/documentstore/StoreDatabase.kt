package dev.ralbench.targets.documentstore

import de.bwaldvogel.mongo.backend.AbstractSynchronizedMongoDatabase
import de.bwaldvogel.mongo.backend.CollectionOptions
import de.bwaldvogel.mongo.backend.CursorRegistry
import de.bwaldvogel.mongo.backend.Index
import de.bwaldvogel.mongo.backend.IndexKey
import de.bwaldvogel.mongo.backend.memory.index.MemoryUniqueIndex

/** A database whose collections are all of [StoredCollection]. */
class StoreDatabase(
    name: String,
    cursors: CursorRegistry,
) : AbstractSynchronizedMongoDatabase<Int>(name, cursors) {
    /** Initial documents of a collection being made; one of the same name that a client makes later is empty. */
    private val beginWith = HashMap<String, List<ByteArray>>()

    init {
        initializeNamespacesAndIndexes()
    }

    /** Makes a collection that holds the given documents, which are encoded. */
    fun create(
        collection: String,
        documents: List<ByteArray>,
    ) {
        beginWith[collection] = documents
        createCollectionOrThrowIfExists(collection)
        beginWith.clear()
    }

    override fun openOrCreateCollection(
        collectionName: String,
        options: CollectionOptions,
    ) = StoredCollection(
        this,
        collectionName,
        options,
        cursorRegistry,
        beginWith[collectionName].orEmpty(),
    )

    override fun openOrCreateUniqueIndex(
        collectionName: String,
        indexName: String,
        keys: List<IndexKey>,
        sparse: Boolean,
    ): Index<Int> =
        beginWith[collectionName]?.let { LoadedIdIndex(indexName, keys, it) }
            ?: MemoryUniqueIndex(indexName, keys, sparse)

    override fun getStorageSize() = 0L

    override fun getFileSize() = 0L
}
