package dev.ralbench.targets.combined

import okhttp3.Dispatcher
import java.time.Duration
import java.util.concurrent.SynchronousQueue
import java.util.concurrent.ThreadPoolExecutor
import java.util.concurrent.TimeUnit.NANOSECONDS

/**
 * The default of an okhttp client: a thread for each call under way, which ends when it has been idle for a while.
 * okhttp's own has the same pool and names, but its 60 s cannot be changed.
 */
fun dispatcher(idle: Duration): Dispatcher =
    Dispatcher(
        ThreadPoolExecutor(0, Int.MAX_VALUE, idle.toNanos(), NANOSECONDS, SynchronousQueue()) { task ->
            Thread(task, "OkHttp Dispatcher")
        },
    )
