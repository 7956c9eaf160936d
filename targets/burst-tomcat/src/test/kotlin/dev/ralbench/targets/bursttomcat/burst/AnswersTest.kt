package dev.ralbench.targets.bursttomcat.burst

import ch.qos.logback.classic.Logger
import ch.qos.logback.classic.spi.ILoggingEvent
import ch.qos.logback.core.read.ListAppender
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.slf4j.LoggerFactory
import java.time.Duration

class AnswersTest {
    private val logger = LoggerFactory.getLogger(Answers::class.java) as Logger
    private val lines = ListAppender<ILoggingEvent>()

    @BeforeEach
    fun listen() {
        lines.start()
        logger.addAppender(lines)
    }

    @AfterEach
    fun leave() {
        logger.detachAppender(lines)
    }

    @Test
    fun theStudysTwoLinesAreLoggedWhereTheyAreAskedFor() {
        var before = emptyList<String>()
        answers(log = true).after { before = messages() }

        assertThat(before).containsExactly("start")
        assertThat(messages()).containsExactly("start", "finish")
    }

    @Test
    fun nothingIsLoggedByDefault() {
        answers(log = false).after { }

        assertThat(messages()).isEmpty()
    }

    private fun answers(log: Boolean) = Answers(BurstSettings(Duration.ZERO, log, ioParallelism = 64))

    private fun messages() = lines.list.map { it.message }
}
