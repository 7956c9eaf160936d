package dev.ralbench.targets.fanout.netty

import org.springframework.boot.DefaultApplicationArguments
import reactor.netty.ReactorNetty.IO_WORKER_COUNT
import kotlin.system.exitProcess

/**
 * Sets the number of event loops if `--event-loops=N` is among the arguments. Reactor Netty reads its system property once, when its
 * classes are loaded: later than this, and before Spring has read any property of its own.
 */
fun setEventLoops(args: Array<String>) {
    val given = DefaultApplicationArguments(*args).getOptionValues("event-loops")?.lastOrNull() ?: return
    val loops = given.toIntOrNull() ?: 0
    if (loops <= 0) {
        System.err.println("--event-loops: must be a whole number above 0, got $given")
        exitProcess(WRONG_ARGUMENTS)
    }
    System.setProperty(IO_WORKER_COUNT, "$loops")
}

private const val WRONG_ARGUMENTS = 2
