package dev.ralbench.targets.upstream

/** The command line: `--name=value` throughout, nothing else. */
data class Options(
    val port: Int,
    val bind: String,
    val seed: Long,
    val switches: Switches,
) {
    companion object {
        private val NAMES = listOf("port", "bind", "latency", "sigma", "seed", "failure-share", "stall-share")

        fun parse(arguments: List<String>): Options {
            val given = arguments.associate(::nameAndValue)
            val port = requireNotNull(given["port"]) { "--port: is missing, as in --port=8081" }
            return Options(
                port =
                    port.toIntOrNull()?.takeIf { it in 0..65535 }
                        ?: refuse("--port: must be between 0 and 65535, got $port"),
                bind = given["bind"] ?: "127.0.0.1",
                seed =
                    given["seed"]?.let { it.toLongOrNull() ?: refuse("--seed: must be a whole number, got $it") } ?: 1,
                switches =
                    Switches().with(
                        latency = given["latency"],
                        sigma = given["sigma"],
                        failureShare = given["failure-share"],
                        stallShare = given["stall-share"],
                    ),
            )
        }

        private fun nameAndValue(argument: String): Pair<String, String> {
            val name = argument.removePrefix("--").substringBefore('=')
            require(argument == "--$name=${argument.substringAfter('=')}" && name in NAMES) {
                "unknown argument $argument; there are ${NAMES.joinToString { "--$it=..." }}"
            }
            return name to argument.substringAfter('=')
        }

        private fun refuse(message: String): Nothing = throw IllegalArgumentException(message)
    }
}
