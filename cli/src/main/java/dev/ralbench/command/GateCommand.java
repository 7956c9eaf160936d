package dev.ralbench.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be done with gate files; judging by one is {@code ralbench compare --gate}. */
@Command(
        name = "gate",
        description = "Says what a gate file will be able to see, and how long it takes, before anything is measured.",
        footer = {"", "Example: ralbench gate explain gates/pr.yaml --scenario delay-200"})
final class GateCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "gate needs a subcommand: explain");
    }
}
