package dev.ralbench.targets.mini

import kotlin.system.exitProcess

fun main(args: Array<String>) {
    val options =
        try {
            Options.parse(args.toList(), System.getenv())
        } catch (refused: IllegalArgumentException) {
            System.err.println(refused.message)
            exitProcess(2)
        }
    val server = MiniServer.start(options)
    if (options.train) {
        Training.visit(server.port)
        exitProcess(0)
    }
    println("Mini, ${options.behaviour}, ${options.regressions}, port ${server.port}")
}
