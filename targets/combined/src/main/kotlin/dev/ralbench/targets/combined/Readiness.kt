package dev.ralbench.targets.combined

import org.springframework.http.HttpStatus.SERVICE_UNAVAILABLE
import org.springframework.http.ResponseEntity
import org.springframework.http.client.SimpleClientHttpRequestFactory
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.client.RestClientException
import org.springframework.web.client.RestTemplate

/** Ready when the slow API can be called: the server's own one as soon as the port is open, the stub when it says so itself. */
@RestController
class Readiness(
    private val settings: CombinedSettings,
) {
    private val client =
        RestTemplate(
            SimpleClientHttpRequestFactory().apply {
                setConnectTimeout(LIMIT_MILLIS)
                setReadTimeout(LIMIT_MILLIS)
            },
        )

    @GetMapping("/ready")
    fun ready(): ResponseEntity<String> {
        if (settings.slowApi == CombinedSettings.Place.OWN) return ResponseEntity.ok("ready")
        return try {
            client.getForEntity("${settings.upstream}/ready", String::class.java)
            ResponseEntity.ok("ready")
        } catch (failed: RestClientException) {
            ResponseEntity.status(SERVICE_UNAVAILABLE).body("upstream: ${failed.message}".lineSequence().first())
        }
    }

    private companion object {
        const val LIMIT_MILLIS = 900
    }
}
