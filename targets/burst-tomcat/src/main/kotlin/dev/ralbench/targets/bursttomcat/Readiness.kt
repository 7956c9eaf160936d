package dev.ralbench.targets.bursttomcat

import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/** Answers as soon as the port is open, which Spring does last: the harness polls it before the warm-up. */
@RestController
class Readiness {
    @GetMapping("/ready")
    fun ready() = "ready"
}
