package dev.ralbench.targets.documentstore

import de.bwaldvogel.mongo.bson.Document
import de.bwaldvogel.mongo.wire.bson.BsonDecoder
import de.bwaldvogel.mongo.wire.bson.BsonEncoder
import io.netty.buffer.Unpooled

/** Documents to BSON and back, as the library does it on the wire. */
object Encoding {
    private const val USUAL_LENGTH = 128

    fun encoded(document: Document): ByteArray {
        val buffer = Unpooled.buffer(USUAL_LENGTH)
        BsonEncoder.encodeDocument(document, buffer)
        return ByteArray(buffer.readableBytes()).also(buffer::readBytes)
    }

    fun decoded(bytes: ByteArray): Document = BsonDecoder.decodeBson(Unpooled.wrappedBuffer(bytes))
}
