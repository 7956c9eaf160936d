package dev.ralbench.targets.netty.burst

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.withContext
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RestController

/** The study's "context Default", which it did not measure: one child coroutine on `Dispatchers.Default`. */
@RestController
class DefaultBurst(
    private val answers: Answers,
    private val waiting: Waiting,
) {
    @PostMapping("/api/default")
    suspend fun burst() =
        answers.after {
            withContext(Dispatchers.Default) { async { waiting.pause() }.await() }
        }
}
