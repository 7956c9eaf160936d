package dev.ralbench.targets.documentstore

import de.bwaldvogel.mongo.backend.IndexKey
import de.bwaldvogel.mongo.backend.KeyValue
import de.bwaldvogel.mongo.backend.memory.index.MemoryUniqueIndex
import de.bwaldvogel.mongo.bson.ObjectId
import java.util.concurrent.ConcurrentHashMap

/**
 * The index of `_id` in the collection of the study. Ids of its documents say where these are, so that nothing is kept for them: a
 * map of a million entries would take longer to fill than all else, and more memory than the documents.
 */
class StudyIdIndex(
    name: String,
    keys: List<IndexKey>,
    private val documents: StudyDocuments,
) : MemoryUniqueIndex(name, keys, false) {
    private val removed = ConcurrentHashMap.newKeySet<Int>()

    override fun getCount() = super.getCount() + documents.count - removed.size

    override fun isEmpty() = count == 0L

    override fun getPosition(keyValue: KeyValue): Int? = studyPosition(keyValue) ?: super.getPosition(keyValue)

    override fun removeDocument(keyValue: KeyValue): Int? =
        studyPosition(keyValue)?.also(removed::add) ?: super.removeDocument(keyValue)

    override fun putKeyPosition(
        keyValue: KeyValue,
        position: Int,
    ) = studyPosition(keyValue) == null && super.putKeyPosition(keyValue, position)

    private fun studyPosition(keyValue: KeyValue): Int? {
        val id = keyValue.get(0) as? ObjectId ?: return null
        return documents.indexOf(id).takeIf { it >= 0 && it !in removed }
    }
}
