package dev.ralbench.targets.netty.delay

import kotlinx.coroutines.time.delay
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController
import java.time.Duration

/** Holds no thread: the coroutine is suspended, and a timer resumes it when the delay is over. */
@RestController
class CoroutineDelay {
    @GetMapping("/coroutines/endpoint")
    suspend fun endpoint(
        @RequestParam("delay", defaultValue = "0") duration: Duration,
    ) {
        if (duration.isPositive) delay(duration)
    }
}
