package dev.ralbench.targets.documentstore

import java.io.IOException
import kotlin.system.exitProcess

/** The server; with `seed` as its first argument, what fills a server with the documents of the batching study. */
fun main(args: Array<String>) {
    if (args.firstOrNull() == "seed") {
        exitProcess(StudyData.main(args.drop(1), System.getenv()))
    }
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
            System.err.println("cannot start: ${failed.message}")
            exitProcess(1)
        }
    println("Stand-in for MongoDB, port ${server.mongoPort}, counters on port ${server.port}")
}
