package dev.ralbench.targets.fanout.steps

import org.springframework.boot.autoconfigure.AutoConfigurationPackage
import org.springframework.boot.autoconfigure.ImportAutoConfiguration
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration
import org.springframework.boot.context.properties.EnableConfigurationProperties
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration
import org.springframework.context.annotation.Configuration

/**
 * The parts of Spring Boot that both servers need. They are listed, not guessed from the class path: other parts (Redis
 * repositories and their reactive twin, JTA, AOP, schedulers, upload) do not start, in a target that starts for every
 * trial.
 */
@Configuration(proxyBeanMethods = false)
@AutoConfigurationPackage
@EnableConfigurationProperties(FanOutSettings::class)
@ImportAutoConfiguration(
    ConfigurationPropertiesAutoConfiguration::class,
    JacksonAutoConfiguration::class,
    // MySQL
    DataSourceAutoConfiguration::class,
    HibernateJpaAutoConfiguration::class,
    DataJpaRepositoriesAutoConfiguration::class,
    TransactionAutoConfiguration::class,
    // Redis
    DataRedisAutoConfiguration::class,
)
class StepsConfiguration
