package dev.ralbench.targets.mini

import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds

/** A request without any regression. */
data class Behaviour(
    /** Threads that work on requests; each request holds one from beginning to end. */
    val workers: Int = 64,
    val cpuIterations: Int = 0,
    val wait: Duration = 2.milliseconds,
    val sql: Int = 0,
    /** Bytes of garbage. */
    val allocation: Int = 0,
) {
    init {
        require(workers in 1..MOST_THREADS) { "--workers: must be between 1 and $MOST_THREADS, got $workers" }
        require(wait <= LONGEST) { "--wait: must be at most $LONGEST, got $wait" }
        require(sql <= MOST_STATEMENTS) { "--sql: must be at most $MOST_STATEMENTS, got $sql" }
    }
}

/** A request's regressions. Zero is none of it, and the default of all. */
data class Regressions(
    /** Seen in cpu/request. */
    val extraCpuIterations: Int = 0,
    /** On a share of the requests; seen in p90 if that is more than a tenth of them. */
    val sleep: Duration = Duration.ZERO,
    val sleepShare: Double = 0.05,
    /** So many requests may wait at once; zero is as many as there are workers. Seen in goodput, not in cpu/request. */
    val lockPool: Int = 0,
    /** Seen in sql/request. */
    val extraSql: Int = 0,
    /** Bytes kept per request; seen in heap.after-collection. */
    val leak: Int = 0,
    /** For so long nothing is answered; seen in stall. */
    val stall: Duration = Duration.ZERO,
    /** From the beginning of one stall to the beginning of the next. */
    val stallEvery: Duration = 5.seconds,
    /** Seen in threads.peak. */
    val extraThreads: Int = 0,
    /** Bytes of garbage; seen in alloc/request. */
    val extraAllocation: Int = 0,
) {
    init {
        require(sleep <= LONGEST) { "--sleep: must be at most $LONGEST, got $sleep" }
        require(extraSql <= MOST_STATEMENTS) { "--extra-sql: must be at most $MOST_STATEMENTS, got $extraSql" }
        require(stall < stallEvery) { "--stall: must be shorter than --stall-every=$stallEvery, got $stall" }
        require(stallEvery <= LONGEST) { "--stall-every: must be at most $LONGEST, got $stallEvery" }
        require(extraThreads <= MOST_THREADS) {
            "--extra-threads: must be at most $MOST_THREADS, got $extraThreads"
        }
    }
}

/** A client has long given up by then. */
private val LONGEST = 60.seconds
private const val MOST_STATEMENTS = 1000
private const val MOST_THREADS = 4096
