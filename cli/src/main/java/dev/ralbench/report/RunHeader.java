package dev.ralbench.report;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.HostFacts;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The lines above the table: what was run, how, where, and whether it can be trusted. */
final class RunHeader {
    private final RunView view;
    private final RunResult run;

    RunHeader(RunView view) {
        this.view = view;
        this.run = view.run();
    }

    List<String> render(Page page) {
        var parts = new ArrayList<String>();
        parts.add(name() + shape());
        parts.add(trials());
        parts.add(machine());
        if (run.status() != RunResult.Status.COMPLETE) {
            parts.add(run.status().name().toLowerCase(Locale.ROOT));
        }
        parts.add(validity());
        var lines = new ArrayList<>(page.joined(parts));
        lines.addAll(page.wrapped(Emphasis.FAINT, run.userModel(), 2));
        beside().ifPresent(text -> lines.addAll(page.wrapped(Emphasis.FAINT, text, 2)));
        return lines;
    }

    /** What ran beside the targets, and what was measured on this machine for them; the same in all trials. */
    private Optional<String> beside() {
        var servers = run.trials().stream()
                .map(TrialResult::servers)
                .filter(list -> !list.isEmpty())
                .findFirst()
                .orElse(List.of());
        if (servers.isEmpty()) {
            return Optional.empty();
        }
        var names = servers.stream()
                .map(server -> server.product() + " (" + server.origin() + ")")
                .collect(Collectors.joining(", "));
        var calibrated = run.trials().stream()
                .flatMap(trial -> trial.target().stream())
                .flatMap(target -> target.calibrated().entrySet().stream())
                .map(option -> "; calibrated " + option.getKey() + " " + option.getValue())
                .distinct()
                .collect(Collectors.joining());
        return Optional.of(
                run.fingerprint().machine().getOrDefault(HostFacts.RUNTIME, "?") + ": " + names + calibrated);
    }

    private String name() {
        return String.valueOf(run.scenario().getOrDefault("name", "unnamed"));
    }

    private String shape() {
        var levels = view.levels();
        if (levels.isEmpty()) {
            return "";
        }
        int from = run.trials().stream()
                .flatMap(trial -> trial.measurement().stream())
                .flatMap(m -> m.windows().stream())
                .mapToInt(WindowMeasurement::usersFrom)
                .findFirst()
                .orElse(0);
        int most = levels.stream().mapToInt(WindowMeasurement::usersTo).max().orElse(0);
        var users = from == most ? count(most, "user") : from + "→" + most + " users";
        return "   closed " + users + ", " + count(levels.size(), "level") + lengths(levels);
    }

    /** Only said where it was planned: a counted level takes as long as it takes. */
    private static String lengths(List<WindowMeasurement> levels) {
        var lengths = levels.stream()
                .map(level -> level.kind() == WindowMeasurement.Kind.LEVEL
                        ? Numbers.significant(Math.round(level.lengthSeconds() * 10) / 10.0)
                        : "")
                .map(text -> text.replaceAll("\\.0*$", ""))
                .distinct()
                .toList();
        return lengths.size() == 1 && !lengths.getFirst().isEmpty() ? " of " + lengths.getFirst() + " s" : "";
    }

    private String trials() {
        return count(Math.max(1, view.blocks()), "trial") + (view.blocks() > 1 ? " each, interleaved" : " each");
    }

    private String machine() {
        return run.fingerprint().machine().getOrDefault(HostFacts.CORES, "?") + " vCPU, JDK "
                + run.fingerprint().software().getOrDefault(HostFacts.JDK, "?");
    }

    private String validity() {
        if (run.trials().stream().allMatch(trial -> trial.measurement().isEmpty())) {
            return "nothing measured";
        }
        var worst = run.trials().stream()
                .map(trial -> trial.validity().verdict())
                .max(Comparator.naturalOrder())
                .orElse(TrialResult.Verdict.VALID);
        if (worst == TrialResult.Verdict.VALID) {
            return "valid";
        }
        return run.trials().stream()
                        .filter(trial -> trial.validity().verdict() == worst)
                        .count()
                + " of " + count(run.trials().size(), "trial") + " "
                + worst.name().toLowerCase(Locale.ROOT);
    }

    static String count(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
