package dev.ralbench.targets.fanout.steps

import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.context.TestConfiguration
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Import
import org.springframework.context.annotation.Primary

/** The whole target, started as always, with steps that need no server; nothing listens on port 1. */
@SpringBootTest(
    webEnvironment = RANDOM_PORT,
    properties = [
        "spring.datasource.url=jdbc:mysql://127.0.0.1:1/none",
        "spring.data.redis.port=1",
        "fan-out.upstream=http://127.0.0.1:1",
    ],
)
@Import(WithoutServers.Fakes::class)
annotation class WithoutServers {
    @TestConfiguration
    class Fakes {
        @Bean
        @Primary
        fun fakeSteps() = FakeSteps()
    }
}
