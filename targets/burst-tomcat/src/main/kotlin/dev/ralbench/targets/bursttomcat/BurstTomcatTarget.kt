package dev.ralbench.targets.bursttomcat

import org.slf4j.LoggerFactory
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.context.properties.ConfigurationPropertiesScan
import org.springframework.boot.runApplication
import org.springframework.boot.web.server.context.WebServerInitializedEvent
import org.springframework.context.event.EventListener

@SpringBootApplication
@ConfigurationPropertiesScan
class BurstTomcatTarget {
    @EventListener
    fun announce(event: WebServerInitializedEvent) =
        LoggerFactory.getLogger(javaClass).info("Spring MVC with coroutines on Tomcat, port {}", event.webServer.port)
}

fun main(args: Array<String>) {
    runApplication<BurstTomcatTarget>(*args)
}
