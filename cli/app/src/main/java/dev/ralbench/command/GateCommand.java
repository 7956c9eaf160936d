package dev.ralbench.command;

import picocli.CommandLine.Command;

/** Commands for gate files; {@code ralbench compare --gate} judges by one. */
@Command(
        name = "gate",
        description =
                "Writes a gate file for a scenario (init), or says what a gate file will be able to see and how long"
                        + " it takes (explain).",
        footer = {"", "Example: ralbench gate init shop.yaml"})
final class GateCommand {}
