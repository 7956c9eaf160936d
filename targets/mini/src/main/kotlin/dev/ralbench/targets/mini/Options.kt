package dev.ralbench.targets.mini

/** The command line, `--name=value` throughout, and the place of the database, from the environment. */
data class Options(
    val port: Int,
    val bind: String,
    val behaviour: Behaviour,
    val regressions: Regressions,
    /** The database; absent if no statements are sent. */
    val database: DatabasePlace?,
    /** Ends after a few requests of its own. */
    val train: Boolean,
) {
    companion object {
        fun parse(
            arguments: List<String>,
            environment: Map<String, String>,
        ): Options {
            val given = Arguments.of(arguments)
            val behaviour = behaviour(given)
            val regressions = regressions(given)
            val statements = behaviour.sql + regressions.extraSql > 0
            val place = DatabasePlace.from(environment)
            require(!statements || place != null) {
                "--sql, --extra-sql: need a database; add mysql to the scenario's needs"
            }
            val options =
                Options(
                    port = requireNotNull(given.count("port")) { "--port: is missing, as in --port=8081" },
                    bind = given.text("bind") ?: environment["SERVER_ADDRESS"] ?: "127.0.0.1",
                    behaviour = behaviour,
                    regressions = regressions,
                    database = place.takeIf { statements },
                    train = given.flag("train"),
                )
            given.refuseOthers()
            require(options.port <= HIGHEST_PORT) { "--port: must be at most $HIGHEST_PORT, got ${options.port}" }
            return options
        }

        private fun behaviour(given: Arguments): Behaviour {
            val absent = Behaviour()
            return Behaviour(
                workers = given.count("workers") ?: absent.workers,
                cpuIterations = given.count("cpu-iterations") ?: absent.cpuIterations,
                wait = given.duration("wait") ?: absent.wait,
                sql = given.count("sql") ?: absent.sql,
                allocation = given.bytes("allocation") ?: absent.allocation,
            )
        }

        private fun regressions(given: Arguments): Regressions {
            val absent = Regressions()
            return Regressions(
                extraCpuIterations = given.count("extra-cpu-iterations") ?: absent.extraCpuIterations,
                sleep = given.duration("sleep") ?: absent.sleep,
                sleepShare = given.share("sleep-share") ?: absent.sleepShare,
                lockPool = given.count("lock-pool") ?: absent.lockPool,
                extraSql = given.count("extra-sql") ?: absent.extraSql,
                leak = given.bytes("leak") ?: absent.leak,
                stall = given.duration("stall") ?: absent.stall,
                stallEvery = given.duration("stall-every") ?: absent.stallEvery,
                extraThreads = given.count("extra-threads") ?: absent.extraThreads,
                extraAllocation = given.bytes("extra-allocation") ?: absent.extraAllocation,
            )
        }

        private const val HIGHEST_PORT = 65535
    }
}
