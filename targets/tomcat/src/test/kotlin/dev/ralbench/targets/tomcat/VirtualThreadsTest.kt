package dev.ralbench.targets.tomcat

import jakarta.servlet.Filter
import jakarta.servlet.http.HttpServletResponse
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.context.TestConfiguration
import org.springframework.boot.test.web.server.LocalServerPort
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Import

@SpringBootTest(webEnvironment = RANDOM_PORT, properties = ["spring.threads.virtual.enabled=true"])
@Import(ThreadWitness::class)
class VirtualThreadsTest(
    @LocalServerPort private val port: Int,
) {
    @Test
    fun theSwitchServesOnVirtualThreads() {
        assertThat(servingThread(port)).isEqualTo("virtual")
    }
}

@SpringBootTest(webEnvironment = RANDOM_PORT)
@Import(ThreadWitness::class)
class PlatformThreadsTest(
    @LocalServerPort private val port: Int,
) {
    @Test
    fun workersArePlatformThreadsByDefault() {
        assertThat(servingThread(port)).isEqualTo("platform")
    }
}

/** Tells in a header which kind of thread ran the handler: a filter runs on the thread that goes on to the handler. */
@TestConfiguration
class ThreadWitness {
    @Bean
    fun witness() =
        Filter { request, response, chain ->
            val kind = if (Thread.currentThread().isVirtual) "virtual" else "platform"
            (response as HttpServletResponse).setHeader("Serving-Thread", kind)
            chain.doFilter(request, response)
        }
}

private fun servingThread(port: Int): String {
    val response = TargetClient(port).use { it.get("/imperative/endpoint?delay=1ms") }
    return response.headers().firstValue("Serving-Thread").orElseThrow()
}
