package dev.ralbench.targets.documentstore

import de.bwaldvogel.mongo.bson.Document
import de.bwaldvogel.mongo.bson.ObjectId
import de.bwaldvogel.mongo.wire.bson.BsonDecoder
import de.bwaldvogel.mongo.wire.bson.BsonEncoder
import io.netty.buffer.Unpooled

/** Documents to BSON and back, as the library does it on the wire. */
object Encoding {
    private const val USUAL_LENGTH = 128

    /** How a document begins, behind its length, whose first field is an ObjectId called `_id`. */
    private val OBJECT_ID = byteArrayOf(7) + "_id\u0000".toByteArray()

    private const val OBJECT_ID_BYTES = 12
    private val OBJECT_ID_END = Int.SIZE_BYTES + OBJECT_ID.size + OBJECT_ID_BYTES

    fun encoded(document: Document): ByteArray {
        val buffer = Unpooled.buffer(USUAL_LENGTH)
        BsonEncoder.encodeDocument(document, buffer)
        return ByteArray(buffer.readableBytes()).also(buffer::readBytes)
    }

    /** The id of an encoded document, without a look at the rest of it if it is of the usual kind. */
    fun id(bytes: ByteArray): Any? =
        if (bytes.size >= OBJECT_ID_END && OBJECT_ID.indices.all { bytes[Int.SIZE_BYTES + it] == OBJECT_ID[it] }) {
            ObjectId(bytes.copyOfRange(OBJECT_ID_END - OBJECT_ID_BYTES, OBJECT_ID_END))
        } else {
            decoded(bytes)["_id"]
        }

    fun decoded(bytes: ByteArray): Document = BsonDecoder.decodeBson(Unpooled.wrappedBuffer(bytes))
}
