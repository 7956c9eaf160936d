package dev.ralbench.targets.fanout.netty

import dev.ralbench.targets.fanout.steps.FakeSteps
import dev.ralbench.targets.fanout.steps.Kind
import dev.ralbench.targets.fanout.steps.TargetClient
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.web.server.LocalServerPort
import reactor.netty.resources.LoopResources.DEFAULT_IO_WORKER_COUNT
import java.util.concurrent.TimeUnit.SECONDS

/** What waits for the remote API without blocking leaves the event loops to others. */
@WithoutServersOnNetty
class EventLoopsTest(
    @LocalServerPort port: Int,
    @Autowired private val steps: FakeSteps,
) {
    private val client = TargetClient(port)

    @BeforeEach
    fun forget() = steps.forget()

    @AfterEach
    fun close() {
        steps.letGo()
        client.close()
    }

    /** More requests than there are event loops: were each to hold one, none would be left for the counters. */
    @ParameterizedTest
    @ValueSource(strings = ["/coroutines/fan-out", "/reactive/fan-out"])
    fun aRequestThatWaitsForTheRemoteApiHoldsNoEventLoop(path: String) {
        steps.hold()
        listOf(Kind.SQL, Kind.REDIS, Kind.CPU).forEach(steps::letGo)
        val requests = List(REQUESTS) { client.send("$path?test1Id=1&test2Id=2&test3Id=3&test4Id=4") }
        steps.awaitEntered(16 * REQUESTS)

        assertThat(client.get("/counters").body()).contains("fan_out_active $REQUESTS\n")
        steps.letGo()
        assertThat(requests).allSatisfy { assertThat(it.get(60, SECONDS).statusCode()).isEqualTo(200) }
    }

    private companion object {
        val REQUESTS = 3 * DEFAULT_IO_WORKER_COUNT
    }
}
