package dev.ralbench.targets.documentstore

/** The command line: `--name=value` throughout, nothing else. */
data class Options(
    val port: Int,
    val bind: String,
    /** Where drivers connect; 0 is any free port, which the counters name. */
    val mongoPort: Int,
    val database: String,
    val collection: String,
    val documents: StudyDocuments,
) {
    companion object {
        private val NAMES =
            listOf("port", "bind", "mongo-port", "database", "collection", "documents", "seed", "tenth")

        private const val PASSWORD = "DOCUMENT_STORE_PASSWORD"

        /** From a variable, because every user of the machine can read command lines. */
        fun password(environment: Map<String, String>): String =
            requireNotNull(environment[PASSWORD]?.takeIf { it.isNotEmpty() }) {
                "$PASSWORD: is missing: the variable has the password with which drivers log in as ${Account.USER}"
            }

        fun parse(arguments: List<String>): Options {
            val given = arguments.associate(::nameAndValue)
            return Options(
                port = port("port", requireNotNull(given["port"]) { "--port: is missing, as in --port=8081" }),
                bind = given["bind"] ?: "127.0.0.1",
                mongoPort = port("mongo-port", given["mongo-port"] ?: "0"),
                database = given["database"] ?: "wormery",
                collection = given["collection"] ?: "worms",
                documents =
                    StudyDocuments(
                        count = number("documents", given["documents"] ?: "1000000").toInt(),
                        seed = number("seed", given["seed"] ?: "1"),
                        tenth = number("tenth", given["tenth"] ?: "0").toInt(),
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

        private fun port(
            name: String,
            text: String,
        ) = requireNotNull(text.toIntOrNull()?.takeIf { it in 0..65535 }) {
            "--$name: must be between 0 and 65535, got $text"
        }

        private fun number(
            name: String,
            text: String,
        ) = requireNotNull(text.toLongOrNull()?.takeIf { it in 0..Int.MAX_VALUE }) {
            "--$name: must be a whole number between 0 and ${Int.MAX_VALUE}, got $text"
        }
    }
}
