package dev.ralbench.targets.netty.burst

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.withContext
import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RestController

/** One child coroutine on the IO dispatcher, to which the handler switches twice, as published. While it waits it holds no thread. */
@RestController
class IoBurst(
    private val answers: Answers,
    private val waiting: Waiting,
    settings: BurstSettings,
) {
    /** `Dispatchers.IO` itself is such a view too, of max(64, CPUs) threads: another study on a large machine. */
    private val io = Dispatchers.IO.limitedParallelism(settings.ioParallelism)

    @PostMapping("/api/test")
    suspend fun burst() =
        answers.after {
            withContext(io) {
                withContext(io) { async { waiting.pause() }.await() }
            }
        }
}
