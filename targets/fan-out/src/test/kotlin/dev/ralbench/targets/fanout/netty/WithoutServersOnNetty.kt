package dev.ralbench.targets.fanout.netty

import dev.ralbench.targets.fanout.steps.WithoutServers
import org.springframework.boot.test.context.TestConfiguration
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Import
import org.springframework.http.client.ReactorResourceFactory
import org.springframework.test.context.TestPropertySource
import reactor.netty.http.HttpResources

/**
 * The same on Netty: with both servers on the class path Spring Boot would start a test on Tomcat. The pool drops nothing: what hangs in
 * a test hangs at event loops, and can be ended.
 */
@WithoutServers
@TestPropertySource(properties = ["spring.main.web-application-type=reactive", "fan-out.queue=-1"])
@Import(WithoutServersOnNetty.SharedEventLoops::class)
annotation class WithoutServersOnNetty {
    /** Those that the client has, too, as in a target that runs. In a test Spring Boot gives a server its own. */
    @TestConfiguration
    class SharedEventLoops {
        @Bean
        fun sharedEventLoops() = ReactorResourceFactory().apply { loopResources = HttpResources.get() }
    }
}
