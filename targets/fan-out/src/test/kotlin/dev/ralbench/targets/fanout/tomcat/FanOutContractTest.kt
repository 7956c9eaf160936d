package dev.ralbench.targets.fanout.tomcat

import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.FakeSteps
import dev.ralbench.targets.fanout.steps.FanOutContract
import dev.ralbench.targets.fanout.steps.WithoutServers
import org.junit.jupiter.params.ParameterizedClass
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.web.server.LocalServerPort
import tools.jackson.databind.json.JsonMapper

@WithoutServers
@ParameterizedClass
@ValueSource(
    strings = [
        "/sequential/fan-out",
        "/pooled/fan-out",
        "/coroutines/fan-out",
        "/virtual-threads/fan-out",
        "/virtual-threads-in-order/fan-out",
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
