package dev.ralbench.targets.combined

import org.slf4j.LoggerFactory
import org.springframework.boot.SpringBootConfiguration
import org.springframework.boot.autoconfigure.ImportAutoConfiguration
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration
import org.springframework.boot.context.properties.EnableConfigurationProperties
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration
import org.springframework.boot.runApplication
import org.springframework.boot.servlet.autoconfigure.HttpEncodingAutoConfiguration
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration
import org.springframework.boot.web.server.context.WebServerInitializedEvent
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.ComponentScan
import org.springframework.context.event.EventListener

/** The parts of Spring Boot are listed, not guessed from the class path: other parts do not start. */
@SpringBootConfiguration
@ComponentScan
@EnableConfigurationProperties(CombinedSettings::class)
@ImportAutoConfiguration(
    ConfigurationPropertiesAutoConfiguration::class,
    TomcatServletWebServerAutoConfiguration::class,
    DispatcherServletAutoConfiguration::class,
    WebMvcAutoConfiguration::class,
    ErrorMvcAutoConfiguration::class,
    HttpEncodingAutoConfiguration::class,
    HttpMessageConvertersAutoConfiguration::class,
)
class CombinedTarget {
    @Bean
    fun pause(settings: CombinedSettings) = Pause { Thread.sleep(settings.sleep) }

    @EventListener
    fun announce(event: WebServerInitializedEvent) =
        LoggerFactory
            .getLogger(javaClass)
            .info("Spring MVC that calls a slow API twice, port {}", event.webServer.port)
}

fun main(args: Array<String>) {
    runApplication<CombinedTarget>(*args)
}
