package dev.ralbench.targets.documentstore

import de.bwaldvogel.mongo.backend.IndexKey
import de.bwaldvogel.mongo.backend.KeyValue
import de.bwaldvogel.mongo.backend.memory.index.MemoryUniqueIndex
import java.util.AbstractMap.SimpleImmutableEntry
import java.util.concurrent.ConcurrentHashMap

/**
 * The index of `_id` in a collection that begins with documents. For those it keeps positions alone, and reads the id from the
 * document: a map of a million entries would take longer to fill than all else, and more memory than the documents.
 */
class LoadedIdIndex(
    name: String,
    keys: List<IndexKey>,
    /** In the order of their positions; each has an id of its own. */
    private val documents: List<ByteArray>,
) : MemoryUniqueIndex(name, keys, false) {
    private val removed = ConcurrentHashMap.newKeySet<Int>()

    /** Positions, from 1, at the hash of the id or behind it; 0 where there is none. */
    private val slots = IntArray(Integer.highestOneBit(maxOf(1, documents.size)) * SLOTS_FOR_EACH)

    init {
        documents.forEachIndexed { position, document ->
            var slot = firstSlot(key(document))
            while (slots[slot] != 0) slot = next(slot)
            slots[slot] = position + 1
        }
    }

    override fun getCount() = super.getCount() + documents.size - removed.size

    override fun isEmpty() = count == 0L

    override fun getPosition(keyValue: KeyValue): Int? = loadedPosition(keyValue) ?: super.getPosition(keyValue)

    override fun removeDocument(keyValue: KeyValue): Int? =
        loadedPosition(keyValue)?.also(removed::add) ?: super.removeDocument(keyValue)

    override fun putKeyPosition(
        keyValue: KeyValue,
        position: Int,
    ) = loadedPosition(keyValue) == null && super.putKeyPosition(keyValue, position)

    override fun getIterable(): Iterable<Map.Entry<KeyValue, Int>> {
        val loaded =
            documents.indices
                .asSequence()
                .filter { it !in removed }
                .map { SimpleImmutableEntry(key(documents[it]), it) }
        return (loaded + super.getIterable()).asIterable()
    }

    private fun loadedPosition(keyValue: KeyValue): Int? {
        var slot = firstSlot(keyValue)
        while (slots[slot] != 0) {
            val position = slots[slot] - 1
            if (position !in removed && key(documents[position]) == keyValue) return position
            slot = next(slot)
        }
        return null
    }

    private fun firstSlot(key: KeyValue): Int {
        val hash = key.hashCode() * GOLDEN_RATIO
        return (hash xor (hash ushr HALF)) and (slots.size - 1)
    }

    private fun next(slot: Int) = (slot + 1) and (slots.size - 1)

    private companion object {
        /** At most half of the slots are taken. */
        const val SLOTS_FOR_EACH = 4

        /** Hashes of ids that were made one after the other differ in few bits. */
        const val GOLDEN_RATIO = -0x61c88647
        const val HALF = 16

        fun key(document: ByteArray) = KeyValue(Encoding.id(document)).normalized()
    }
}
