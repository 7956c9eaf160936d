package dev.ralbench.targets.upstream

import java.io.IOException
import kotlin.system.exitProcess

fun main(args: Array<String>) {
    val options =
        try {
            Options.parse(args.toList())
        } catch (refused: IllegalArgumentException) {
            System.err.println(refused.message)
            exitProcess(2)
        }
    val server =
        try {
            UpstreamServer.start(options.bind, options.port, Behaviour(options.switches, options.seed))
        } catch (failed: IOException) {
            // Its event loops would keep alive a process that no client can reach.
            System.err.println("cannot listen on port ${options.port}: ${failed.message}")
            exitProcess(1)
        }
    println("Remote API, ${options.switches}, port ${server.port}")
}
