package dev.ralbench.command;

import picocli.CommandLine.Command;

/** Commands for gate files; {@code ralbench compare --gate} judges by one. */
@Command(
        name = "gate",
        description =
                "Writes a gate file for a scenario (init), says what a gate file will be able to see and how long it"
                        + " takes (explain), finds the commit that fails it (bisect), or keeps a build to compare"
                        + " with (anchor).",
        footer = {"", "Example: ralbench gate init shop.yaml"})
final class GateCommand {}
