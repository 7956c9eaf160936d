package dev.ralbench.targets.fanout.steps

import org.springframework.http.HttpStatus.BAD_REQUEST
import org.springframework.http.HttpStatus.INTERNAL_SERVER_ERROR
import org.springframework.http.ResponseEntity
import org.springframework.validation.BindException
import org.springframework.web.ErrorResponse
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.ResponseStatus
import org.springframework.web.bind.annotation.RestControllerAdvice
import org.springframework.web.bind.support.WebExchangeBindException

/** Explains each failure in one line of the answer and none of the log: stack traces by the thousand would be measured too. */
@RestControllerAdvice
class Refusals {
    /** Each of the two servers has its own exception. Spring does not always tell which of them is missing, so this names them all. */
    @ExceptionHandler(BindException::class, WebExchangeBindException::class)
    @ResponseStatus(BAD_REQUEST)
    fun malformed() =
        "test1Id, test2Id, test3Id, test4Id: all must be given as whole numbers, as in test1Id=1&test1Id=2"

    @ExceptionHandler
    fun failed(failure: Exception): ResponseEntity<String> {
        if (failure is ErrorResponse) return answer(failure.statusCode.value(), failure.body.detail.orEmpty())
        // The technique's wrapper says nothing: every technique has its own.
        val cause = generateSequence<Throwable>(failure) { it.cause }.last()
        return answer(INTERNAL_SERVER_ERROR.value(), cause.toString().lineSequence().first())
    }

    private fun answer(
        status: Int,
        line: String,
    ) = ResponseEntity.status(status).body(line)
}
