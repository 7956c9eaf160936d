package dev.ralbench.targets.fanout.tomcat

import dev.ralbench.targets.fanout.steps.StepsConfiguration
import org.slf4j.LoggerFactory
import org.springframework.boot.SpringBootConfiguration
import org.springframework.boot.WebApplicationType.SERVLET
import org.springframework.boot.autoconfigure.ImportAutoConfiguration
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration
import org.springframework.boot.runApplication
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration
import org.springframework.boot.web.server.context.WebServerInitializedEvent
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration
import org.springframework.context.annotation.ComponentScan
import org.springframework.context.event.EventListener

/** The fan-out study on Tomcat: [StepsConfiguration] with a server, whose parts of Spring Boot are listed, too. */
@SpringBootConfiguration
@ComponentScan(basePackageClasses = [FanOutTarget::class, StepsConfiguration::class])
@ImportAutoConfiguration(
    TomcatServletWebServerAutoConfiguration::class,
    DispatcherServletAutoConfiguration::class,
    WebMvcAutoConfiguration::class,
    ErrorMvcAutoConfiguration::class,
    HttpEncodingAutoConfiguration::class,
    HttpMessageConvertersAutoConfiguration::class,
)
class FanOutTarget {
    @EventListener
    fun announce(event: WebServerInitializedEvent) =
        LoggerFactory
            .getLogger(javaClass)
            .info("Spring MVC with MySQL, Redis and a remote API, port {}", event.webServer.port)
}

fun main(args: Array<String>) {
    runApplication<FanOutTarget>(*args) { setWebApplicationType(SERVLET) }
}
