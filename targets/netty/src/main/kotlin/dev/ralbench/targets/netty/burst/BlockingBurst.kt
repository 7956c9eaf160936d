package dev.ralbench.targets.netty.burst

import org.springframework.web.bind.annotation.PostMapping
import org.springframework.web.bind.annotation.RestController

/**
 * Blocks the thread that has read the request, on purpose: this is the study's subject. On Tomcat it is a worker or, if
 * they are switched on, a virtual thread. On Netty it is an event loop, which meanwhile serves none of its other
 * connections.
 */
@RestController
class BlockingBurst(
    private val answers: Answers,
    private val waiting: Waiting,
) {
    @PostMapping("/api/test2")
    fun burst() = answers.after { waiting.block() }
}
