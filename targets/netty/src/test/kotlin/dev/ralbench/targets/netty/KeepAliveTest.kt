package dev.ralbench.targets.netty

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.web.server.LocalServerPort

@SpringBootTest(webEnvironment = RANDOM_PORT)
class KeepAliveTest(
    @LocalServerPort private val port: Int,
) {
    @Test
    fun noAnswerClosesTheConnection() {
        assertThat(closingAnswers(port)).isEmpty()
    }
}

@SpringBootTest(webEnvironment = RANDOM_PORT, properties = ["server.netty.max-keep-alive-requests=100"])
class LimitedKeepAliveTest(
    @LocalServerPort private val port: Int,
) {
    @Test
    fun everyHundredthAnswerClosesTheConnectionUnderTomcatsLimit() {
        assertThat(closingAnswers(port)).containsExactly(100, 200)
    }
}

/** Which of 201 answers, counted from 1, announce that the target closes the connection. */
private fun closingAnswers(port: Int): List<Int> =
    TargetClient(port).use { client ->
        (1..201).filter { "close" in client.get("/reactive/endpoint").headers().allValues("Connection") }
    }
