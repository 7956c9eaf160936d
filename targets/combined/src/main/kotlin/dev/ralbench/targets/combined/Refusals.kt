package dev.ralbench.targets.combined

import org.springframework.http.HttpStatus.BAD_REQUEST
import org.springframework.http.HttpStatus.INTERNAL_SERVER_ERROR
import org.springframework.http.ResponseEntity
import org.springframework.web.ErrorResponse
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.ResponseStatus
import org.springframework.web.bind.annotation.RestControllerAdvice
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException

/** Explains each failure in one line of the answer and none of the log: stack traces by the thousand would be measured too. */
@RestControllerAdvice
class Refusals {
    @ExceptionHandler
    @ResponseStatus(BAD_REQUEST)
    fun malformed(mismatch: MethodArgumentTypeMismatchException) =
        "${mismatch.name}: must be a whole number, got ${mismatch.value}"

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
