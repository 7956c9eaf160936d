package dev.ralbench.targets.mini

/** Sends SELECTs, one after the other, and waits for their rows. */
interface Statements : AutoCloseable {
    /** What is missing before the first can be sent; null if nothing is. */
    fun missing(): String?

    /** @param number of the request; which row is read depends on it */
    fun select(
        times: Int,
        number: Long,
    )

    /** Where no request has any. */
    object None : Statements {
        override fun missing() = null

        override fun select(
            times: Int,
            number: Long,
        ) = check(times == 0) { "no database to send statements to" }

        override fun close() = Unit
    }
}
