package dev.ralbench.targets.upstream

import kotlin.system.exitProcess

fun main(args: Array<String>) {
    val options =
        try {
            Options.parse(args.toList())
        } catch (refused: IllegalArgumentException) {
            System.err.println(refused.message)
            exitProcess(2)
        }
    val server = UpstreamServer.start(options.bind, options.port, Behaviour(options.switches, options.seed))
    println("Remote API, ${options.switches}, port ${server.port}")
}
