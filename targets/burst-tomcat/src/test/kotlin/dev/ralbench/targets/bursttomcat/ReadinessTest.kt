package dev.ralbench.targets.bursttomcat

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.web.server.LocalServerPort

@SpringBootTest(webEnvironment = RANDOM_PORT)
class ReadinessTest(
    @LocalServerPort private val port: Int,
) {
    @Test
    fun aStartedTargetSaysReady() {
        val response = TargetClient(port).use { it.get("/ready") }

        assertThat(response.statusCode()).isEqualTo(200)
        assertThat(response.body()).isEqualTo("ready")
    }
}
