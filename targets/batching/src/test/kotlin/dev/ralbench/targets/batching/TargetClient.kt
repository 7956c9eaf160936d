package dev.ralbench.targets.batching

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpClient.Version.HTTP_1_1
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandlers

/** Sends one request after the other, over one connection as long as the target keeps it open. */
class TargetClient(
    private val port: Int,
) : AutoCloseable {
    private val http = HttpClient.newBuilder().version(HTTP_1_1).build()

    fun get(path: String) = send("GET", path)

    fun send(
        method: String,
        path: String,
    ): HttpResponse<String> {
        val request =
            HttpRequest
                .newBuilder(URI.create("http://127.0.0.1:$port$path"))
                .method(method, BodyPublishers.noBody())
                .build()
        return http.send(request, BodyHandlers.ofString())
    }

    override fun close() = http.close()
}
