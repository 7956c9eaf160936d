package dev.ralbench.targets.mini

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit.SECONDS

class WorkersTest {
    @Test
    fun allThreadsAreThereBeforeTheFirstRequest() {
        val before = Thread.getAllStackTraces().keys

        Workers(workers = 5, extraThreads = 3).use {
            val started = Thread.getAllStackTraces().keys - before

            assertThat(started.map { it.name.substringBefore('-') }.groupingBy { it }.eachCount())
                .containsEntry("worker", 5)
                .containsEntry("idler", 3)
        }
    }

    @Test
    fun aRequestRunsOnAWorker() {
        Workers(workers = 1, extraThreads = 0).use { workers ->
            val name = CompletableFuture<String>()
            workers.execute { name.complete(Thread.currentThread().name) }

            assertThat(name.get(60, SECONDS)).isEqualTo("worker-1")
        }
    }
}
