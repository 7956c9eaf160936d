package dev.ralbench.targets.netty.delay

import org.springframework.core.convert.converter.Converter
import org.springframework.format.annotation.DurationFormat.Style.SIMPLE
import org.springframework.format.datetime.standard.DurationFormatterUtils
import org.springframework.http.HttpStatus.BAD_REQUEST
import org.springframework.stereotype.Component
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.ResponseStatus
import org.springframework.web.bind.annotation.RestControllerAdvice
import java.time.Duration

/** Reads `0`, `200ms` or `1s`; takes the place of Spring's own converter, which knows no limits. */
@Component
class DelayConverter : Converter<String, Duration> {
    override fun convert(source: String): Duration {
        val delay =
            try {
                DurationFormatterUtils.parse(source, SIMPLE)
            } catch (malformed: IllegalArgumentException) {
                throw DelayRejected(source, malformed)
            }
        if (delay.isNegative || delay > LONGEST) throw DelayRejected(source)
        return delay
    }

    companion object {
        /** A longer delay is a slip of the pen: its request would outlast the run. */
        val LONGEST: Duration = Duration.ofSeconds(60)
    }
}

class DelayRejected(
    source: String,
    cause: Throwable? = null,
) : IllegalArgumentException("delay: must be between 0 and 60s, as in 0, 200ms or 1s, got $source", cause)

@RestControllerAdvice
class DelayRejection {
    /** Spring wraps a converter's exception, and looks through its wrappers for the handler. */
    @ExceptionHandler
    @ResponseStatus(BAD_REQUEST)
    fun explain(rejected: DelayRejected) = rejected.message
}
