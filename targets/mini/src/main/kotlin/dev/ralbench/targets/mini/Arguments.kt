package dev.ralbench.targets.mini

import kotlin.time.Duration

/** Arguments of the form `--name=value`, read by kind; messages name the argument and show a good one. */
class Arguments private constructor(
    private val given: Map<String, String>,
) {
    private val known = mutableListOf<String>()

    fun text(name: String): String? {
        known += name
        return given[name]
    }

    fun flag(name: String) = parse(name, "true or false", String::toBooleanStrictOrNull) ?: false

    fun count(name: String): Int? =
        parse(name, "a whole number from 0 on, as in 16") { text -> text.toIntOrNull()?.takeIf { it >= 0 } }

    fun duration(name: String): Duration? =
        parse(name, "a time, as in 2ms or 1s") { text ->
            if (text == "0") Duration.ZERO else Duration.parseOrNull(text)?.takeIf { !it.isNegative() && it.isFinite() }
        }

    fun bytes(name: String): Int? =
        parse(name, "a number of bytes below 1024MiB, as in 512B, 4KiB or 1MiB") { text ->
            SIZE.matchEntire(text)?.destructured?.let { (number, unit) -> size(number, UNITS.getValue(unit)) }
        }

    /** From 0 to 1. */
    fun share(name: String): Double? =
        parse(name, "between 0% and 100%, as in 5%") { text ->
            text
                .takeIf { it.endsWith('%') }
                ?.dropLast(1)
                ?.toDoubleOrNull()
                ?.takeIf { it in 0.0..100.0 }
                ?.div(100)
        }

    /** To be called when everything has been asked for. */
    fun refuseOthers() {
        val unknown = given.keys - known.toSet()
        require(unknown.isEmpty()) { unknown(unknown.first()) }
    }

    private fun unknown(name: String) =
        "--$name: there is no such argument; there are ${known.joinToString { "--$it" }}"

    private fun size(
        number: String,
        unit: Long,
    ) = number
        .toLong()
        .times(unit)
        .takeIf { it <= Int.MAX_VALUE / 2 }
        ?.toInt()

    private fun <T : Any> parse(
        name: String,
        form: String,
        read: (String) -> T?,
    ): T? = text(name)?.let { text -> requireNotNull(read(text)) { "--$name: must be $form, got $text" } }

    companion object {
        private val FORM = Regex("--([a-z-]+)=(.*)")
        private val SIZE = Regex("(\\d{1,9})(B|KiB|MiB)")
        private val UNITS = mapOf("B" to 1L, "KiB" to 1024L, "MiB" to 1024L * 1024)

        fun of(arguments: List<String>) =
            Arguments(
                arguments.associate { argument ->
                    val parts =
                        requireNotNull(FORM.matchEntire(argument)) { "$argument: must have the form --name=value" }
                    parts.destructured.let { (name, value) -> name to value }
                },
            )
    }
}
