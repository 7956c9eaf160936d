package dev.ralbench.targets.documentstore

import java.nio.file.Path

/** The command line: `--name=value` throughout, nothing else. */
data class Options(
    val port: Int,
    val bind: String,
    /** Where drivers connect; 0 is any free port, which the counters name. */
    val mongoPort: Int,
    /** Collections to begin with; none if absent. */
    val data: Path?,
    /** Where the command `fsync` writes all collections; if absent, it does what it does in the library: nothing. */
    val save: Path?,
) {
    companion object {
        private val NAMES = listOf("port", "bind", "mongo-port", "data", "save")

        private const val PASSWORD = "DOCUMENT_STORE_PASSWORD"

        /** From a variable, because every user of the machine can read command lines. */
        fun password(environment: Map<String, String>): String =
            requireNotNull(environment[PASSWORD]?.takeIf { it.isNotEmpty() }) {
                "$PASSWORD: is missing: the variable has the password with which drivers log in as ${Account.USER}"
            }

        fun parse(arguments: List<String>): Options {
            val given = byName(arguments, NAMES)
            return Options(
                port = port("port", requireNotNull(given["port"]) { "--port: is missing, as in --port=8081" }),
                bind = given["bind"] ?: "127.0.0.1",
                mongoPort = port("mongo-port", given["mongo-port"] ?: "0"),
                data = given["data"]?.let(Path::of),
                save = given["save"]?.let(Path::of),
            )
        }

        /** The values of arguments `--name=value` whose names are known. */
        fun byName(
            arguments: List<String>,
            names: List<String>,
        ): Map<String, String> =
            arguments.associate { argument ->
                val name = argument.removePrefix("--").substringBefore('=')
                require(argument == "--$name=${argument.substringAfter('=')}" && name in names) {
                    "unknown argument $argument; there are ${names.joinToString { "--$it=..." }}"
                }
                name to argument.substringAfter('=')
            }

        private fun port(
            name: String,
            text: String,
        ) = requireNotNull(text.toIntOrNull()?.takeIf { it in 0..65535 }) {
            "--$name: must be between 0 and 65535, got $text"
        }
    }
}
