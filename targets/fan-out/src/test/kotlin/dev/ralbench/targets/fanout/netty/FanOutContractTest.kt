package dev.ralbench.targets.fanout.netty

import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.FakeSteps
import dev.ralbench.targets.fanout.steps.FanOutContract
import org.junit.jupiter.params.ParameterizedClass
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.web.server.LocalServerPort
import tools.jackson.databind.json.JsonMapper

@WithoutServersOnNetty
@ParameterizedClass
@ValueSource(
    strings = [
        "/sequential/fan-out",
        "/pooled/fan-out",
        "/coroutines/fan-out",
        "/reactive/fan-out",
        // The published paths of the first three.
        "/api/ral/v1/test",
        "/api/ral/v2/test",
        "/api/ral/v3/test",
    ],
)
class FanOutContractTest(
    @LocalServerPort port: Int,
    @Autowired steps: FakeSteps,
    @Autowired counters: Counters,
    @Autowired mapper: JsonMapper,
) : FanOutContract(port, steps, counters, mapper)
