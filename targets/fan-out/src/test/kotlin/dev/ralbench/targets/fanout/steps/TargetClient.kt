package dev.ralbench.targets.fanout.steps

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpClient.Version.HTTP_1_1
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandlers
import java.util.concurrent.CompletableFuture

/** Sends one request after the other, over one connection as long as the target keeps it open, or several at once. */
class TargetClient(
    private val port: Int,
) : AutoCloseable {
    private val http = HttpClient.newBuilder().version(HTTP_1_1).build()

    fun get(path: String): HttpResponse<String> = http.send(to(path), BodyHandlers.ofString())

    /** Each that is sent before the one before has been answered has a connection of its own. */
    fun send(path: String): CompletableFuture<HttpResponse<String>> = http.sendAsync(to(path), BodyHandlers.ofString())

    private fun to(path: String) = HttpRequest.newBuilder(URI.create("http://127.0.0.1:$port$path")).build()

    override fun close() = http.close()
}
