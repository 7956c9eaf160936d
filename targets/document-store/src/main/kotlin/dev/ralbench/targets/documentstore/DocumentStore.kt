package dev.ralbench.targets.documentstore

import java.io.IOException
import kotlin.system.exitProcess

fun main(args: Array<String>) {
    val (options, password) =
        try {
            Options.parse(args.toList()) to Options.password(System.getenv())
        } catch (refused: IllegalArgumentException) {
            System.err.println(refused.message)
            exitProcess(2)
        }
    val server =
        try {
            StoreServer.start(options, password)
        } catch (failed: IOException) {
            // Its threads would keep a process alive that no client can reach.
            System.err.println("cannot listen: ${failed.message}")
            exitProcess(1)
        }
    println("Stand-in for MongoDB, ${options.documents}, port ${server.mongoPort}, counters on port ${server.port}")
}
