package dev.ralbench.targets.tomcat

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
    fun everyHundredthAnswerClosesTheConnection() {
        assertThat(closingAnswers(port)).containsExactly(100, 200)
    }
}

@SpringBootTest(webEnvironment = RANDOM_PORT, properties = ["server.tomcat.max-keep-alive-requests=-1"])
class UnlimitedKeepAliveTest(
    @LocalServerPort private val port: Int,
) {
    @Test
    fun noAnswerClosesTheConnectionWithoutALimit() {
        assertThat(closingAnswers(port)).isEmpty()
    }
}

/** Which of 201 answers, counted from 1, announce that the target closes the connection. */
private fun closingAnswers(port: Int): List<Int> =
    TargetClient(port).use { client ->
        (1..201).filter { "close" in client.get("/imperative/endpoint").headers().allValues("Connection") }
    }
