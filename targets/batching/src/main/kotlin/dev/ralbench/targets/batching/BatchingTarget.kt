package dev.ralbench.targets.batching

import org.slf4j.LoggerFactory
import org.springframework.boot.SpringBootConfiguration
import org.springframework.boot.autoconfigure.ImportAutoConfiguration
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration
import org.springframework.boot.context.properties.EnableConfigurationProperties
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration
import org.springframework.boot.runApplication
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration
import org.springframework.boot.web.server.context.WebServerInitializedEvent
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration
import org.springframework.context.annotation.ComponentScan
import org.springframework.context.event.EventListener

/** The parts of Spring Boot are listed, not guessed from the class path: other parts do not start. */
@SpringBootConfiguration
@ComponentScan
@EnableConfigurationProperties(BatchingSettings::class)
@ImportAutoConfiguration(
    ConfigurationPropertiesAutoConfiguration::class,
    DataSourceAutoConfiguration::class,
    JacksonAutoConfiguration::class,
    TomcatServletWebServerAutoConfiguration::class,
    DispatcherServletAutoConfiguration::class,
    WebMvcAutoConfiguration::class,
    ErrorMvcAutoConfiguration::class,
    HttpEncodingAutoConfiguration::class,
    HttpMessageConvertersAutoConfiguration::class,
)
class BatchingTarget {
    @EventListener
    fun announce(event: WebServerInitializedEvent) =
        LoggerFactory
            .getLogger(javaClass)
            .info("Spring MVC whose requests share a slow query, port {}", event.webServer.port)
}

fun main(args: Array<String>) {
    runApplication<BatchingTarget>(*args)
}
