package dev.ralbench.targets.batching

import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.context.TestConfiguration
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Import
import org.springframework.context.annotation.Primary

/** The whole target, started as always, with queries that need no database; nothing listens on port 1. */
@SpringBootTest(webEnvironment = RANDOM_PORT, properties = ["spring.datasource.url=jdbc:mysql://127.0.0.1:1/none"])
@Import(WithoutDatabase.Fakes::class)
annotation class WithoutDatabase {
    @TestConfiguration
    class Fakes {
        @Bean
        @Primary
        fun fakeWorms(counters: Counters) = FakeWorms(counters)
    }
}
