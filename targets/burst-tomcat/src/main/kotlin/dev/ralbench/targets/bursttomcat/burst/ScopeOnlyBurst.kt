package dev.ralbench.targets.bursttomcat.burst

import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RestController

/**
 * One child coroutine in a plain scope. The study calls it "context Default", but no dispatcher is chosen: Spring starts the handler
 * on the thread that has read the request, an event loop or a worker, and the child runs there until it waits.
 */
@RestController
class ScopeOnlyBurst(
    private val answers: Answers,
    private val waiting: Waiting,
) {
    @PostMapping("/api/test3")
    suspend fun burst() =
        answers.after {
            coroutineScope { async { waiting.pause() }.await() }
        }
}
