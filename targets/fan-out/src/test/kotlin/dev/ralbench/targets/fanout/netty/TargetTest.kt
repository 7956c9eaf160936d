package dev.ralbench.targets.fanout.netty

import dev.ralbench.targets.fanout.steps.TargetContract
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.reactor.netty.NettyWebServer
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext

@WithoutServersOnNetty
class TargetTest(
    @Autowired private val context: ReactiveWebServerApplicationContext,
) : TargetContract(context) {
    @Test
    fun theServerIsNetty() {
        assertThat(context.webServer).isInstanceOf(NettyWebServer::class.java)
    }
}
