package dev.ralbench.targets.mini

import java.io.IOException
import kotlin.system.exitProcess

fun main(args: Array<String>) {
    val options =
        try {
            Options.parse(args.toList(), System.getenv())
        } catch (refused: IllegalArgumentException) {
            System.err.println(refused.message)
            exitProcess(2)
        }
    val server =
        try {
            MiniServer.start(options)
        } catch (failed: IOException) {
            // Its threads would keep alive a process that no client can reach.
            System.err.println("cannot listen on port ${options.port}: ${failed.message}")
            exitProcess(1)
        }
    if (options.train) {
        Training.visit(server.port)
        exitProcess(0)
    }
    println("Mini, ${options.behaviour}, ${options.regressions}, port ${server.port}")
}
