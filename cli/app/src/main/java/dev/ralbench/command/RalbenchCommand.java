package dev.ralbench.command;

import picocli.CommandLine.Command;

/** The root: nothing but its subcommands. */
@Command(
        name = "ralbench",
        description =
                "Drives closed or open load at candidate HTTP services, looks inside them, and says which is better.",
        footer = {"", "Example: ralbench run --scenario delay-200 --quick"})
final class RalbenchCommand {}
