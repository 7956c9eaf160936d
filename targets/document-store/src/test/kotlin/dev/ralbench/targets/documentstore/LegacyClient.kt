package dev.ralbench.targets.documentstore

import org.bson.BsonBinaryReader
import org.bson.BsonBinaryWriter
import org.bson.Document
import org.bson.codecs.DecoderContext
import org.bson.codecs.DocumentCodec
import org.bson.codecs.EncoderContext
import org.bson.io.BasicOutputBuffer
import java.io.DataInputStream
import java.net.Socket
import java.nio.ByteBuffer
import java.nio.ByteOrder

/** Sends OP_QUERY, which no driver of today sends but for its greeting. */
class LegacyClient(
    port: Int,
) : AutoCloseable {
    private val socket = Socket("127.0.0.1", port)

    /** The first document of the answer to a query of a collection, or to a command of the collection `$cmd`. */
    fun ask(
        collection: String,
        command: String,
    ): Document {
        val body = BasicOutputBuffer()
        body.writeInt32(0) // no flags
        body.writeCString(collection)
        body.writeInt32(0) // none skipped
        body.writeInt32(-1) // one is enough
        BsonBinaryWriter(body).use {
            DocumentCodec().encode(it, Document(command, 1), EncoderContext.builder().build())
        }
        val message = body.toByteArray()
        val length = HEADER + message.size
        val header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN)
        header
            .putInt(length)
            .putInt(1)
            .putInt(0)
            .putInt(OP_QUERY)
        socket.getOutputStream().write(header.array() + message)
        return answer()
    }

    private fun answer(): Document {
        val input = DataInputStream(socket.getInputStream())
        val length = Integer.reverseBytes(input.readInt())
        val rest = ByteArray(length - Int.SIZE_BYTES)
        input.readFully(rest)
        val document = ByteBuffer.wrap(rest, REPLY_HEADER - Int.SIZE_BYTES, length - REPLY_HEADER).slice()
        return BsonBinaryReader(document).use { DocumentCodec().decode(it, DecoderContext.builder().build()) }
    }

    override fun close() = socket.close()

    private companion object {
        const val OP_QUERY = 2004
        const val HEADER = 16

        /** The message's header, flags, cursor, start and count. */
        const val REPLY_HEADER = 36
    }
}
