package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.docker.ContainerOrphans;
import dev.ralbench.docker.DockerEngine;
import dev.ralbench.process.Guard;
import dev.ralbench.process.Orphans;
import dev.ralbench.process.Owner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.RunTag;
import dev.ralbench.process.UserCache;
import dev.ralbench.service.TargetPreparation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Leftovers of earlier runs, found or removed by {@code doctor}. */
record Leftovers(Map<String, String> environment, UserCache cache, ProcFs proc, Clock clock) {
    Leftovers {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    private static final String ABOUT = "left behind";
    /** A message of a run that failed points to a log, which the user may still want to read. */
    private static final Duration WORTH_READING = Duration.ofDays(1);

    private static final String CLEAN = "ralbench doctor --clean, or the next run";

    /** @param clean whether it is removed */
    List<Finding> findings(boolean clean) {
        var engine = engine();
        var findings = new ArrayList<Finding>();
        findings.addAll(processes(clean));
        findings.addAll(directories(clean));
        findings.addAll(logs(clean));
        findings.addAll(startUpCaches(clean));
        engine.ifPresent(found -> findings.addAll(containers(found, clean)));
        if (!findings.isEmpty()) {
            return findings;
        }
        var unseen = engine.isPresent() ? "" : ", as far as can be seen without a Docker engine";
        return List.of(Finding.fine(ABOUT, "nothing" + unseen));
    }

    private Optional<DockerEngine> engine() {
        try {
            return Optional.of(DockerEngine.find(environment));
        } catch (Failure failure) {
            return Optional.empty(); // a finding of its own
        }
    }

    private List<Finding> processes(boolean clean) {
        var orphans = new Orphans(proc, clock);
        var findings = new ArrayList<Finding>();
        if (clean) {
            findings.addAll(removed("process", orphans.end()));
            findings.addAll(left(
                    "process", orphans.find(), "it could not be ended: look at what it waits for, or end it by hand"));
        } else {
            findings.addAll(left("process", orphans.find(), CLEAN + ", ends it"));
        }
        findings.addAll(groups(orphans, clean));
        return findings;
    }

    private static List<Finding> groups(Orphans orphans, boolean clean) {
        var findings = new ArrayList<Finding>();
        if (clean) {
            findings.addAll(removed("control group", orphans.removeGroups()));
            findings.addAll(
                    left(
                            "control group",
                            orphans.groups(),
                            "a process is left in it, or a group below it: end those in its cgroup.procs, or remove the group"));
        } else {
            findings.addAll(left("control group", orphans.groups(), CLEAN + ", removes it"));
        }
        return findings;
    }

    private List<Finding> directories(boolean clean) {
        var runTag = new RunTag(Owner.self(proc));
        var directories = new RunDirectories(cache, runTag, new Guard(runTag, proc));
        try {
            if (!clean) {
                return left("directory", directories.orphans(proc), CLEAN + ", removes it");
            }
            var removal = directories.removeOrphans(proc);
            var findings = new ArrayList<>(removed("directory", removal.removed()));
            removal.kept()
                    .forEach((directory, why) -> findings.add(Finding.limited(
                            ABOUT,
                            "directory " + directory + " cannot be removed: " + why,
                            "remove " + directory + " by hand")));
            return findings;
        } catch (Failure failure) {
            return List.of(Finding.limited(ABOUT, failure));
        }
    }

    private List<Finding> logs(boolean clean) {
        return files(
                "log", clean, () -> RunDirectories.oldLogs(cache, clock.now().minus(WORTH_READING)));
    }

    private List<Finding> startUpCaches(boolean clean) {
        return files("start-up cache of an earlier version", clean, () -> TargetPreparation.outdated(cache));
    }

    @FunctionalInterface
    private interface Search {
        List<Path> find() throws IOException;
    }

    private static List<Finding> files(String kind, boolean clean, Search search) {
        try {
            var found = search.find();
            if (!clean) {
                return left(kind, found, "ralbench doctor --clean, removes it");
            }
            for (var file : found) {
                Files.deleteIfExists(file);
            }
            return removed(kind, found);
        } catch (Failure failure) {
            return List.of(Finding.limited(ABOUT, failure));
        } catch (IOException e) {
            return List.of(Finding.limited(ABOUT, "a " + kind + " cannot be removed: " + e, "remove it by hand"));
        }
    }

    private List<Finding> containers(DockerEngine engine, boolean clean) {
        var orphans = new ContainerOrphans(engine, proc);
        try {
            return clean
                    ? removed("container", orphans.remove())
                    : left("container", orphans.find(), CLEAN + " in containers, removes it");
        } catch (Failure failure) {
            return List.of(Finding.limited(ABOUT, failure));
        }
    }

    private static List<Finding> removed(String kind, List<?> ids) {
        return ids.isEmpty() ? List.of() : List.of(Finding.fine(ABOUT, "removed: " + kind + " " + ids));
    }

    private static List<Finding> left(String kind, List<?> ids, String fix) {
        return ids.isEmpty() ? List.of() : List.of(Finding.limited(ABOUT, kind + " " + ids, fix));
    }
}
