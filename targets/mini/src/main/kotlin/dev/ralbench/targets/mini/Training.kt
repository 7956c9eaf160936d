package dev.ralbench.targets.mini

import java.io.IOException
import java.net.Socket

/** Sends the server the requests of a run, so that the classes for it are in the JVM's cache. */
object Training {
    private const val REQUESTS = 50

    fun visit(port: Int) {
        get(port, "/ready")
        repeat(REQUESTS) { get(port, "/work") }
        get(port, "/counters")
    }

    /** By hand: a client of the JDK would bring hundreds of classes into the cache that no run needs. */
    private fun get(
        port: Int,
        path: String,
    ) = Socket("127.0.0.1", port).use { socket ->
        socket.outputStream.write("GET $path HTTP/1.1\r\nHost: mini\r\nConnection: close\r\n\r\n".toByteArray())
        val answer = socket.inputStream.readBytes().decodeToString()
        if (!answer.startsWith("HTTP/1.1 200")) throw IOException("$path: ${answer.lineSequence().first()}")
    }
}
