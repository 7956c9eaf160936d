package dev.ralbench.targets.documentstore

import de.bwaldvogel.mongo.bson.Document
import java.io.BufferedInputStream
import java.io.BufferedOutputStream
import java.io.DataInputStream
import java.io.IOException
import java.net.URLDecoder
import java.net.URLEncoder
import java.nio.file.Files
import java.nio.file.Path

/**
 * Collections in a directory: for each its documents one after the other as BSON, which is also how `mongodump` writes them, and
 * descriptions of its indexes in a second file.
 */
class Snapshot(
    private val directory: Path,
) {
    /** A collection with all that it holds. */
    class Content(
        val database: String,
        val collection: String,
        /** Encoded, in the order in which a scan meets them. */
        val documents: List<ByteArray>,
        /** Without that of `_id`. */
        val indexes: List<Document>,
    )

    fun write(content: Content) {
        val place = Files.createDirectories(directory.resolve(fileName(content.database)))
        write(place.resolve(fileName(content.collection) + DOCUMENTS), content.documents)
        write(place.resolve(fileName(content.collection) + INDEXES), content.indexes.map(Encoding::encoded))
    }

    /** @throws IOException if a file is no sequence of documents, or there is no directory */
    fun read(): List<Content> =
        children(directory).flatMap { database ->
            children(database).filter { it.fileName.toString().endsWith(DOCUMENTS) }.map { documents ->
                val name = documents.fileName.toString().removeSuffix(DOCUMENTS)
                Content(
                    realName(database.fileName.toString()),
                    realName(name),
                    read(documents),
                    read(database.resolve(name + INDEXES)).map(Encoding::decoded),
                )
            }
        }

    private companion object {
        const val DOCUMENTS = ".bson"
        const val INDEXES = ".indexes"

        /** The length that each begins with, and the zero at its end. */
        const val SHORTEST = 5

        /** MongoDB takes none above 16 MiB; its own may have a little more. */
        const val LONGEST = 17 shl 20

        fun children(directory: Path): List<Path> = Files.list(directory).use { it.sorted().toList() }

        /** Names may hold what a file's name cannot. */
        fun fileName(name: String): String = URLEncoder.encode(name, Charsets.UTF_8)

        fun realName(fileName: String): String = URLDecoder.decode(fileName, Charsets.UTF_8)

        fun write(
            file: Path,
            documents: List<ByteArray>,
        ) = BufferedOutputStream(Files.newOutputStream(file)).use { out -> documents.forEach(out::write) }

        fun read(file: Path): List<ByteArray> {
            val documents = ArrayList<ByteArray>()
            var left = Files.size(file)
            DataInputStream(BufferedInputStream(Files.newInputStream(file), 1 shl 16)).use { input ->
                while (left > 0) {
                    val length = if (left >= SHORTEST) Integer.reverseBytes(input.readInt()) else 0
                    if (length !in SHORTEST..minOf(left, LONGEST.toLong()).toInt()) {
                        throw IOException("$file: document ${documents.size + 1} is damaged")
                    }
                    val document = ByteArray(length)
                    for (i in 0 until Int.SIZE_BYTES) document[i] = (length ushr (i * Byte.SIZE_BITS)).toByte()
                    input.readFully(document, Int.SIZE_BYTES, length - Int.SIZE_BYTES)
                    documents.add(document)
                    left -= length
                }
            }
            return documents
        }
    }
}
