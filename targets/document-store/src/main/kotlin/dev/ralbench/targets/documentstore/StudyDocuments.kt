package dev.ralbench.targets.documentstore

import org.bson.Document
import org.bson.types.ObjectId
import java.nio.ByteBuffer

/**
 * The documents of the batching study, in the order in which a scan meets them. Each follows from the seed and its number alone.
 *
 * @param count from [FEWEST] to [MOST]
 * @param tenth number of the document, from 1, that is the tenth of class `utilize`; the other nine are spread evenly before it. 0
 * leaves all documents to the other classes.
 */
data class StudyDocuments(
    val count: Int,
    val seed: Long,
    val tenth: Int,
) {
    init {
        require(count in FEWEST..MOST) { "--documents: must be between $FEWEST and $MOST, got $count" }
        require(tenth == 0 || tenth in MATCHES..count) {
            "--tenth: must be 0, or between $MATCHES and the number of documents, $count, got $tenth"
        }
    }

    /** Of the other classes; each has at least twenty documents before ten are given to `utilize`. */
    val classes = minOf(MOST_CLASSES, count / FEWEST_OF_A_CLASS)

    /** The five bytes of ids that a process draws once. */
    private val process = mix(seed) ushr COUNTER_BITS

    fun document(index: Int): Document {
        val random = mix(seed xor mix(index.toLong()))
        return Document("_id", id(index))
            .append("name", "worm-" + (index + 1).toString().padStart(NAME_DIGITS, '0'))
            .append("class", className(index))
            .append("length", SHORTEST + ((random ushr 8) % (LONGEST - SHORTEST + 1)).toInt())
            .append("habitat", HABITATS[(random and 7).toInt()])
    }

    /** As drivers make them: time, process, counter. */
    fun id(index: Int) =
        ObjectId(
            ByteBuffer
                .allocate(ID_BYTES)
                .putInt(TIME)
                .putLong((process shl COUNTER_BITS) or index.toLong())
                .array(),
        )

    /** Places of the ten, from 0. */
    fun matches(): List<Int> = if (tenth == 0) emptyList() else (1..MATCHES).map { matchNumber(it) - 1 }

    fun className(index: Int): String {
        val number = index + 1
        val isMatch = tenth > 0 && number <= tenth && (1..MATCHES).any { number == matchNumber(it) }
        return if (isMatch) MATCH else "class-" + otherClass(index).toString().padStart(3, '0')
    }

    private fun matchNumber(which: Int) = (tenth.toLong() * which / MATCHES).toInt()

    /** Each block of [classes] documents has each class once, so that the tenth of all of them are about equally far away. */
    private fun otherClass(index: Int): Long {
        val block = index / classes
        val shift = (mix(seed xor block.toLong()) ushr 1) % classes
        return (index % classes * STEP + shift) % classes
    }

    companion object {
        const val FEWEST = 6000
        const val MOST = 9_999_999
        const val MATCH = "utilize"

        const val MATCHES = 10
        private const val MOST_CLASSES = 3000
        private const val FEWEST_OF_A_CLASS = 20
        private const val NAME_DIGITS = 7
        private const val SHORTEST = 100
        private const val LONGEST = 999
        private const val ID_BYTES = 12
        private const val COUNTER_BITS = 24

        /** In seconds, as in the first four bytes of ids: 2018-11-17, about when the driver of the study was written. */
        private const val TIME = 0x5bf00000

        /** A prime above the number of classes: steps of it meet each class of a block once. */
        private const val STEP = 7919L

        /** All of the same length, and so are the documents and answers. */
        private val HABITATS =
            listOf(
                "forest floor",
                "river meadow",
                "compost heap",
                "marsh margin",
                "kitchen plot",
                "orchard soil",
                "hedge bottom",
                "field border",
            )

        /** SplitMix64: a different number for each number, without any pattern. */
        private fun mix(number: Long): Long {
            var z = number - 0x61c8864680b583ebL
            z = (z xor (z ushr 30)) * -0x40a7b892e31b1a47L
            z = (z xor (z ushr 27)) * -0x6b2fb644ecceee15L
            return z xor (z ushr 31)
        }
    }
}
