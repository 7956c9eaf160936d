package dev.ralbench.targets.netty.delay

import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import reactor.core.publisher.Mono
import java.time.Duration

/** Holds no thread: a timer subscribes to the empty publisher when the delay is over. */
@RestController
class ReactiveDelay {
    @GetMapping("/reactive/endpoint")
    fun endpoint(
        @RequestParam("delay", defaultValue = "0") duration: Duration,
    ): Mono<Void> = if (duration.isPositive) Mono.empty<Void>().delaySubscription(duration) else Mono.empty()
}
