package dev.ralbench.targets.mini

import java.util.concurrent.ConcurrentLinkedQueue

/** Sends nothing and remembers how many it was asked for, request by request. */
class RecordedStatements(
    @Volatile var missing: String? = null,
) : Statements {
    val times = ConcurrentLinkedQueue<Int>()

    @Volatile
    var failure: RuntimeException? = null

    override fun missing() = missing

    override fun select(
        times: Int,
        number: Long,
    ) {
        failure?.let { throw it }
        this.times += times
    }

    override fun close() = Unit
}
