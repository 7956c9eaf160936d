package dev.ralbench.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands for gate files; {@code ralbench compare --gate} judges by one. */
@Command(
        name = "gate",
        description =
                "Writes a gate file for a scenario (init), or says what a gate file will be able to see and how long"
                        + " it takes (explain).",
        footer = {"", "Example: ralbench gate init shop.yaml"})
final class GateCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "gate needs a subcommand: init or explain");
    }
}
