package dev.ralbench.targets.fanout.steps

private const val SEED = 88172645463325252L

/**
 * Keeps one core busy for a number of iterations. Each needs the result of the one before (Marsaglia's xorshift, 2003),
 * so none can run ahead or be left out; and the last result is used, so the compiler cannot drop them all. The study's
 * own loop was empty: the optimising compiler removes it when it is a counted one.
 */
fun cpuStep(iterations: Int): String {
    // Never zero: xorshift maps the other 2^64 - 1 values onto themselves. The compiler does not know.
    check(xorshift(iterations) != 0L)
    return "Math Engine Finish"
}

internal fun xorshift(iterations: Int): Long {
    var state = SEED
    repeat(iterations) {
        state = state xor (state shl 13)
        state = state xor (state ushr 7)
        state = state xor (state shl 17)
    }
    return state
}
