package dev.ralbench.command;

import picocli.CommandLine.Command;

/** Commands for many agents. */
@Command(
        name = AgentsCommand.NAME,
        description = "Prints the documents by which Kubernetes runs agents and a run on them (kubernetes).",
        footer = {
            "",
            "Example: ralbench agents kubernetes --count 8 --image registry.test/ralbench run http://shop/ -u 1000 -d 30s"
        })
final class AgentsCommand {
    static final String NAME = "agents";
}
