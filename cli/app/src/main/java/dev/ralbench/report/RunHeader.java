package dev.ralbench.report;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.OpenLoad;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Spelling;
import dev.ralbench.result.Design;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The lines above the table: what was run, how, where, whether it can be trusted, and which load was aborted. */
final class RunHeader {
    private final RunView view;
    private final RunResult run;
    private final boolean isDetailed;

    /** @param isDetailed whether it also has what its reader wrote on the command line */
    RunHeader(RunView view, boolean isDetailed) {
        this.view = view;
        this.isDetailed = isDetailed;
        this.run = view.run();
    }

    /** Lines without line ends. */
    List<String> render(Page page) {
        var lines = new ArrayList<>(page.joined(parts()));
        notes().forEach(note -> lines.addAll(note.lines(page)));
        return lines;
    }

    /** The first line: what was run, how, where, and whether it can be trusted. */
    List<String> parts() {
        var parts = new ArrayList<String>();
        parts.add(name() + shape());
        if (!isPlain()) {
            parts.add(trials());
        }
        parts.add(machine());
        GeneratorTable.count(view).ifPresent(count -> parts.add("merged of " + Numbers.counted(count, "generator")));
        if (run.status() != RunResult.Status.COMPLETE) {
            parts.add(run.status().name().toLowerCase(Locale.ROOT));
        }
        parts.add(validity());
        return parts;
    }

    /** The lines below it. */
    List<Note> notes() {
        var notes = new ArrayList<Note>();
        view.aborted().forEach(text -> notes.add(new Note(Note.Kind.ABORTED, text)));
        if (isDetailed || !view.isOneFromOutside()) {
            notes.add(new Note(Note.Kind.SETTING, run.scenario().userModel()));
        }
        dependencies().ifPresent(text -> notes.add(new Note(Note.Kind.SETTING, text)));
        return notes;
    }

    /** Whether there is one level of one trial, so that neither has to be counted. */
    private boolean isPlain() {
        return view.isOneFromOutside()
                && view.blocks() == 1
                && view.measuredLevels().size() == 1
                && run.layout().design().turns().isEmpty()
                && run.layout().design().capacity().isEmpty();
    }

    /** Dependencies of the targets, and their calibrations on this machine; the same in all trials. */
    private Optional<String> dependencies() {
        var servers = view.counting().stream()
                .map(trial -> trial.setup().servers())
                .filter(list -> !list.isEmpty())
                .findFirst()
                .orElse(List.of());
        if (servers.isEmpty()) {
            return Optional.empty();
        }
        var names = servers.stream()
                .map(server -> server.product() + " (" + server.origin() + ")")
                .collect(Collectors.joining(", "));
        var calibrated = view.counting().stream()
                .flatMap(trial -> trial.setup().target().stream())
                .flatMap(target -> target.calibrated().entrySet().stream())
                .map(option -> "; calibrated " + option.getKey() + " " + option.getValue())
                .distinct()
                .collect(Collectors.joining());
        var data = run.fingerprint().noted().entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(Fingerprint.CALIBRATED))
                .map(fact -> "; " + fact.getValue())
                .collect(Collectors.joining());
        return Optional.of(
                run.fingerprint().machine().getOrDefault(Fingerprint.RUNTIME, "?") + ": " + names + calibrated + data);
    }

    private String name() {
        return run.scenario().name();
    }

    private String shape() {
        var levels = view.measuredLevels();
        if (levels.isEmpty()) {
            return "";
        }
        int from = view.counting().stream()
                .flatMap(trial -> trial.measurement().stream())
                .flatMap(m -> m.windows().stream())
                .filter(window -> window.kind() != WindowKind.WARM_UP)
                .mapToInt(window -> window.span().usersFrom())
                .findFirst()
                .orElse(0);
        if (run.layout().design().turns().isPresent()) {
            return "   closed " + inWords(run.layout().design().turns().get().levels()) + " users";
        }
        var closed = levels.stream().filter(level -> level.open().isEmpty()).toList();
        var open = levels.stream().flatMap(level -> level.open().stream()).toList();
        var models = new ArrayList<String>();
        if (!closed.isEmpty()) {
            int most =
                    closed.stream().mapToInt(WindowMeasurement::usersTo).max().orElse(0);
            int first = open.isEmpty() ? from : closed.getFirst().span().usersFrom();
            models.add("closed " + (first == most ? Numbers.counted(most, "user") : first + "→" + most + " users")
                    + searched());
        }
        if (!open.isEmpty()) {
            models.add("open " + rates(open));
        }
        var text = "   " + String.join(" and ", models);
        return isPlain()
                ? text + lengths(levels, " for ")
                : text + ", " + Numbers.counted(levels.size(), "level") + lengths(levels, " of ");
    }

    /** The upper limit of a search for the most users. */
    private String searched() {
        return run.layout()
                .design()
                .capacity()
                .map(search -> " of a search up to " + search.to())
                .orElse("");
    }

    /** {@code 500 requests/s}, {@code 100 to 1000 requests/s}: also for a single ramp between them. */
    private static String rates(List<OpenLoad> levels) {
        var rates = levels.stream()
                .flatMapToDouble(level -> DoubleStream.of(level.rateFrom(), level.rateTo()))
                .summaryStatistics();
        var most = rate(rates.getMax());
        return (rates.getMin() == rates.getMax() ? most : rate(rates.getMin()) + " to " + most) + " requests/s";
    }

    private static String rate(double perSecond) {
        return Level.perSecond(perSecond).replace("/s", "");
    }

    /** Only shown if planned: a counted level takes as long as it takes. */
    private static String lengths(List<WindowMeasurement> levels, String before) {
        var lengths = levels.stream()
                .map(level -> level.kind() == WindowKind.LEVEL
                        ? Numbers.significant(Math.round(level.lengthSeconds() * 10) / 10.0)
                        : "")
                .map(text -> text.replaceAll("\\.0*$", ""))
                .distinct()
                .toList();
        return lengths.size() == 1 && !lengths.getFirst().isEmpty() ? before + lengths.getFirst() + " s" : "";
    }

    /** {@code 256 and 1024}. */
    private static String inWords(List<Integer> levels) {
        return Spelling.list(levels.stream().map(String::valueOf).toList());
    }

    /** {@code 3 pairs, alternating, 4 windows of 2.5 s per level}. */
    private String turns(Design.Turns turns) {
        var noun = view.variants().size() == 2 ? "pair" : "block";
        return Numbers.counted(view.blocks(), noun) + ", alternating, " + Numbers.counted(turns.perLevel(), "window")
                + " of " + plain(turns.lengthMillis() / 1e3) + " s per level";
    }

    private static String plain(double seconds) {
        return BigDecimal.valueOf(seconds).stripTrailingZeros().toPlainString();
    }

    private String trials() {
        return run.layout().design().turns().map(this::turns).orElseGet(this::wholeLoads);
    }

    private String wholeLoads() {
        var trials = Numbers.counted(Math.max(1, view.blocks()), "trial");
        if (view.variants().size() == 1) {
            return trials;
        }
        return trials + (view.blocks() > 1 ? " each, interleaved" : " each");
    }

    private String machine() {
        return run.fingerprint().machine().getOrDefault(Fingerprint.CORES, "?") + " vCPU" + divided() + ", JDK "
                + run.fingerprint().software().getOrDefault(Fingerprint.JDK, "?") + targetsMachine();
    }

    /** Of an agent that had the targets. */
    private String targetsMachine() {
        return Optional.ofNullable(run.fingerprint().machine().get(Fingerprint.TARGETS + Fingerprint.CORES))
                .map(cores -> "; target on another machine, " + cores + " vCPU, JDK "
                        + run.fingerprint().software().getOrDefault(Fingerprint.TARGETS + Fingerprint.JDK, "?"))
                .orElse("");
    }

    /** {@code  (generator 3, target 0-2)} or {@code  (services nice 10)}; nothing if all shared all as equals. */
    private String divided() {
        var facts = run.fingerprint().machine();
        var cpus = facts.entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(Fingerprint.CPUS_OF))
                .map(fact -> fact.getKey().substring(Fingerprint.CPUS_OF.length()) + " " + fact.getValue());
        var weight = Stream.ofNullable(facts.get(Fingerprint.SERVICES)).map(fact -> Fingerprint.SERVICES + " " + fact);
        var roles = Stream.concat(cpus, weight).collect(Collectors.joining(", "));
        return roles.isEmpty() ? "" : " (" + roles + ")";
    }

    private String validity() {
        if (view.counting().stream().allMatch(trial -> trial.measurement().isEmpty())) {
            return "nothing measured";
        }
        var worst = view.counting().stream()
                .map(trial -> trial.validity().verdict())
                .max(Comparator.naturalOrder())
                .orElse(TrialResult.ValidityLevel.VALID);
        if (worst == TrialResult.ValidityLevel.VALID) {
            return "valid";
        }
        if (view.counting().size() == 1) {
            return Spelling.of(worst);
        }
        return view.counting().stream()
                        .filter(trial -> trial.validity().verdict() == worst)
                        .count()
                + " of " + Numbers.counted(view.counting().size(), "trial") + " "
                + worst.name().toLowerCase(Locale.ROOT);
    }
}
