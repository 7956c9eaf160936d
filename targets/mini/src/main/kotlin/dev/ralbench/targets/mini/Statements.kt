package dev.ralbench.targets.mini

/** Sends SELECTs, one after the other, and waits for their rows. */
interface Statements : AutoCloseable {
    /** The missing requirement for the first; null if none. */
    fun missing(): String?

    /** @param number of the request; which row is read depends on it */
    fun select(
        times: Int,
        number: Long,
    )

    /** For requests without any. */
    object None : Statements {
        override fun missing() = null

        override fun select(
            times: Int,
            number: Long,
        ) = check(times == 0) { "no database to send statements to" }

        override fun close() = Unit
    }
}
