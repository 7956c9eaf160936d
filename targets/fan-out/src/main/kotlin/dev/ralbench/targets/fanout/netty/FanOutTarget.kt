package dev.ralbench.targets.fanout.netty

import dev.ralbench.targets.fanout.steps.StepsConfiguration
import org.slf4j.LoggerFactory
import org.springframework.boot.SpringBootConfiguration
import org.springframework.boot.WebApplicationType.REACTIVE
import org.springframework.boot.autoconfigure.ImportAutoConfiguration
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration
import org.springframework.boot.runApplication
import org.springframework.boot.web.server.context.WebServerInitializedEvent
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration
import org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration
import org.springframework.context.annotation.ComponentScan
import org.springframework.context.event.EventListener

/** The fan-out study on Netty: [StepsConfiguration] with a server, whose parts of Spring Boot are listed, too. */
@SpringBootConfiguration
@ComponentScan(basePackageClasses = [FanOutTarget::class, StepsConfiguration::class])
@ImportAutoConfiguration(
    NettyReactiveWebServerAutoConfiguration::class,
    HttpHandlerAutoConfiguration::class,
    WebFluxAutoConfiguration::class,
    ErrorWebFluxAutoConfiguration::class,
    CodecsAutoConfiguration::class,
)
class FanOutTarget {
    @EventListener
    fun announce(event: WebServerInitializedEvent) =
        LoggerFactory
            .getLogger(javaClass)
            .info("Spring WebFlux with MySQL, Redis and a remote API, port {}", event.webServer.port)
}

fun main(args: Array<String>) {
    setEventLoops(args)
    runApplication<FanOutTarget>(*args) { setWebApplicationType(REACTIVE) }
}
