package dev.ralbench.targets.fanout.netty

import dev.ralbench.targets.fanout.steps.FanOutSettings
import dev.ralbench.targets.fanout.steps.Steps
import org.slf4j.LoggerFactory
import org.springframework.boot.SpringBootConfiguration
import org.springframework.boot.WebApplicationType.REACTIVE
import org.springframework.boot.autoconfigure.AutoConfigurationPackage
import org.springframework.boot.autoconfigure.ImportAutoConfiguration
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration
import org.springframework.boot.context.properties.EnableConfigurationProperties
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration
import org.springframework.boot.runApplication
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration
import org.springframework.boot.web.server.context.WebServerInitializedEvent
import org.springframework.boot.webflux.autoconfigure.HttpHandlerAutoConfiguration
import org.springframework.boot.webflux.autoconfigure.WebFluxAutoConfiguration
import org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration
import org.springframework.context.annotation.ComponentScan
import org.springframework.context.event.EventListener

/**
 * The fan-out study on Netty. The parts of Spring Boot are listed, not guessed from the class path: what is not here (the other
 * server, Redis repositories and their reactive twin, JTA, AOP, schedulers, upload) is not started, in a target that is started
 * anew for every trial.
 */
@SpringBootConfiguration
@AutoConfigurationPackage(basePackageClasses = [Steps::class])
@ComponentScan(basePackageClasses = [FanOutTarget::class, Steps::class])
@EnableConfigurationProperties(FanOutSettings::class)
@ImportAutoConfiguration(
    ConfigurationPropertiesAutoConfiguration::class,
    // Spring WebFlux on Reactor Netty
    NettyReactiveWebServerAutoConfiguration::class,
    HttpHandlerAutoConfiguration::class,
    WebFluxAutoConfiguration::class,
    ErrorWebFluxAutoConfiguration::class,
    CodecsAutoConfiguration::class,
    JacksonAutoConfiguration::class,
    // MySQL
    DataSourceAutoConfiguration::class,
    HibernateJpaAutoConfiguration::class,
    DataJpaRepositoriesAutoConfiguration::class,
    TransactionAutoConfiguration::class,
    // Redis
    DataRedisAutoConfiguration::class,
)
class FanOutTarget {
    @EventListener
    fun announce(event: WebServerInitializedEvent) =
        LoggerFactory
            .getLogger(
                javaClass,
            ).info("Spring WebFlux with MySQL, Redis and a remote API, port {}", event.webServer.port)
}

fun main(args: Array<String>) {
    setEventLoops(args)
    runApplication<FanOutTarget>(*args) { setWebApplicationType(REACTIVE) }
}
