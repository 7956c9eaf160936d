package dev.ralbench.targets.netty

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpClient.Version.HTTP_1_1
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandlers
import java.util.concurrent.CompletableFuture

/** Sends one request after the other, over one connection as long as the target keeps it open, or several at once. */
class TargetClient(
    private val port: Int,
) : AutoCloseable {
    private val http = HttpClient.newBuilder().version(HTTP_1_1).build()

    fun get(path: String): HttpResponse<String> = http.send(to(path).build(), BodyHandlers.ofString())

    /** So many requests without a body at once, each over a connection of its own. */
    fun post(
        path: String,
        requests: Int = 1,
    ): List<CompletableFuture<HttpResponse<String>>> {
        val request = to(path).POST(BodyPublishers.noBody()).build()
        return List(requests) { http.sendAsync(request, BodyHandlers.ofString()) }
    }

    private fun to(path: String) = HttpRequest.newBuilder(URI.create("http://127.0.0.1:$port$path"))

    override fun close() = http.close()
}
