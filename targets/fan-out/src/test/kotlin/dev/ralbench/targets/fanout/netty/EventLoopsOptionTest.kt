package dev.ralbench.targets.fanout.netty

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import reactor.netty.ReactorNetty.IO_WORKER_COUNT

class EventLoopsOptionTest {
    private val before: String? = System.getProperty(IO_WORKER_COUNT)

    @BeforeEach
    fun clear() {
        System.clearProperty(IO_WORKER_COUNT)
    }

    @AfterEach
    fun restore() {
        if (before == null) System.clearProperty(IO_WORKER_COUNT) else System.setProperty(IO_WORKER_COUNT, before)
    }

    @Test
    fun theOptionIsHandedToReactorNetty() {
        setEventLoops(arrayOf("--server.port=0", "--event-loops=8"))

        assertThat(System.getProperty(IO_WORKER_COUNT)).isEqualTo("8")
    }

    @Test
    fun withoutTheOptionReactorNettyDecides() {
        setEventLoops(arrayOf("--server.port=0"))

        assertThat(System.getProperty(IO_WORKER_COUNT)).isNull()
    }
}
