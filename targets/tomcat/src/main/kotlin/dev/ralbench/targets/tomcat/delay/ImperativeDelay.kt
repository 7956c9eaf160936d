package dev.ralbench.targets.tomcat.delay

import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import java.time.Duration

/** Holds the worker thread for the whole delay, as a blocking call does. */
@RestController
class ImperativeDelay(
    private val settings: EndpointSettings,
) {
    @GetMapping("/imperative/endpoint")
    fun endpoint(
        @RequestParam("delay", defaultValue = "0") duration: Duration,
    ) {
        if (duration.isPositive) Thread.sleep(duration)
    }

    /** The published path, which has its delay built in. */
    @GetMapping("/endpoint")
    fun published() = endpoint(settings.delay)
}
