package dev.ralbench.command;

import dev.ralbench.process.ShellWords;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import java.nio.file.Path;
import java.util.List;

/** How a gate that has just been written is used. */
final class GateUse {
    private GateUse() {}

    /**
     * The command, and what its words in capitals stand for.
     *
     * @param scenario as the user named it, with its profile
     * @param source with its own variants
     * @param measured the variant or build that the gate was made of
     * @param like the variant of the source that it is, or takes its request from
     * @param isChosen whether the user chose it
     */
    static List<String> lines(
            String scenario, ParsedScenario source, Variant measured, String like, boolean isChosen, Path gate) {
        var known = source.variants();
        var begin = "next: ralbench run --scenario " + scenario;
        var end = " --gate " + ShellWords.quoted(gate.toString());
        if (known.size() == 2 && !isChosen) { // is itself a comparison
            return List.of(begin + end, "compares " + String.join(" and ", known));
        }
        if (known.contains(like) && isOfItsDirectory(measured)) {
            return List.of(
                    begin + " --variant base=" + like + " --variant head=" + like + " --directory base=OLD" + end,
                    "OLD: the directory of the other build, such as a git worktree");
        }
        return List.of(
                begin + " --variant base=OLD --variant head=NEW" + (known.size() == 1 ? "" : " --variant " + like)
                        + end,
                "OLD and NEW: a .jar, image:NAME, http://host:port, an executable file, or a command in quotes");
    }

    /** A command that names no jar: what it starts depends on where. */
    private static boolean isOfItsDirectory(Variant measured) {
        return measured.target() instanceof TargetChoice.Command command
                && command.jar().isEmpty()
                && command.directory().isEmpty();
    }
}
