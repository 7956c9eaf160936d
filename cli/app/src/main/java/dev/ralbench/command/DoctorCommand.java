package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.process.UserCache;
import dev.ralbench.service.TargetCatalog;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what this machine supports, and how to fix the rest. */
@Command(
        name = "doctor",
        description = "Checks requirements: JDK, targets, Node.js, Docker engine and images, embedded servers, limits,"
                + " disk, whether the cache is damaged, which it repairs, and what earlier runs left behind.",
        footer = {"", "Example: ralbench doctor --clean"})
final class DoctorCommand implements Callable<Integer> {
    private final Console console;
    private final UserCache cache;
    private final TargetCatalog targets;
    private final Clock clock;

    @Option(
            names = "--clean",
            description = "Remove what earlier runs left behind: processes, containers, directories, old logs,"
                    + " start-up caches of earlier versions.")
    private boolean isCleaning;

    DoctorCommand(Console console, UserCache cache, TargetCatalog targets, Clock clock) {
        this.console = console;
        this.cache = cache;
        this.targets = targets;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        var findings = new DoctorChecks(console, cache, targets, clock).findings(isCleaning);
        for (var finding : findings) {
            console.say("%-4s  %-16s %s".formatted(finding.grade().word(), finding.about(), finding.found()));
            if (!finding.fix().isEmpty()) {
                console.say("%-4s  %-16s → %s".formatted("", "", finding.fix()));
            }
        }
        boolean broken = findings.stream().anyMatch(finding -> finding.grade() == Finding.Grade.BROKEN);
        return (broken ? ExitCode.ENVIRONMENT : ExitCode.OK).code();
    }
}
