package dev.ralbench.merge;

import dev.ralbench.Failure;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.MeasurementMerger;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.Design;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.RunLayout;
import dev.ralbench.result.RunOrigin;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.StoredScenario;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialId;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.result.TrialSetup;
import dev.ralbench.result.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes one result of those of several generators that each ran a part of one load, started by hand at one instant, each
 * by a ralbench of its own. What they measured is added by {@link MeasurementMerger}; facts about generators are kept for
 * each in {@link TrialResult#generators}. A merged trial is as valid as its worst generator. Results that are not of one
 * load are refused. Pure.
 *
 * <p>The clocks of the generators' machines are assumed to agree: times of different machines are compared.
 */
public final class ResultMerger {
    /** Loads that begin further apart than this share of the shortest window are not one load. */
    private static final double MOST_OFFSET = 0.1;

    private final List<Part> parts;

    /**
     * One of the results.
     *
     * @param name by which messages and reports call its generator; no two are the same
     */
    public record Part(String name, RunResult run) {}

    private ResultMerger(List<Part> parts) {
        this.parts = parts;
    }

    /**
     * Merges results of one load.
     *
     * @param parts one for each generator, at least two
     * @param command the command line that merges them
     * @throws Failure if they are not parts of one load, with the two values that do not fit and how to fix it
     */
    public static RunResult merge(List<Part> parts, List<String> command) {
        var merger = new ResultMerger(List.copyOf(parts));
        merger.check();
        return merger.merged(command);
    }

    private Part first() {
        return parts.getFirst();
    }

    private RunResult run() {
        return first().run();
    }

    // What does not fit

    private void check() {
        checkAreDifferentRuns();
        parts.forEach(ResultMerger::checkCanBeShared);
        checkSame(
                "versions of ralbench",
                part -> part.run().origin().tool(),
                "Measure with the same version everywhere.");
        checkSame(
                "scenarios",
                part -> part.run().scenario().name(),
                "Merge results of runs of one scenario; ralbench compare lays different ones side by side.");
        checkScenarios();
        checkSame(
                "orders of variants",
                part -> part.run().layout().order().stream()
                        .map(block -> String.join(" ", block))
                        .collect(Collectors.joining(", ")),
                "Start each run with the same --seed, which decides the order.");
        checkSame(
                "designs",
                part -> part.run().layout().design().order() + " "
                        + part.run()
                                .layout()
                                .design()
                                .turns()
                                .map(turns -> turns.atLevels(List.of()).toString())
                                .orElse(""),
                "Start each run with the same options.");
        checkSame(
                "trials",
                part -> part.run().trials().stream()
                        .map(TrialResult::id)
                        .map(id -> id.variant() + " " + id.block() + "." + id.attempt())
                        .collect(Collectors.joining(", ")),
                "A generator that stopped early, or measured a block again, ran another load. Start all of them again.");
        for (int i = 0; i < run().trials().size(); i++) {
            checkTrial(i);
        }
    }

    /** By when they started, too: runs that start in the same second have the same id. */
    private void checkAreDifferentRuns() {
        var names = new HashMap<List<Object>, String>();
        for (var part : parts) {
            var origin = part.run().origin();
            var before = names.put(List.of(origin.runId(), origin.startedAt()), part.name());
            if (before != null) {
                throw Failure.usage(
                        before + " and " + part.name() + " hold the same run",
                        "run " + origin.runId() + ", started at " + origin.startedAt()
                                + "; its requests would count twice",
                        "Name the result of each generator once.");
            }
        }
    }

    private static void checkCanBeShared(Part part) {
        var run = part.run();
        if (run.status() == RunResult.Status.RUNNING) {
            throw Failure.usage(
                    part.name() + " is the result of a run that has not ended",
                    "status: running; it was killed, or goes on",
                    "Wait for its end, or measure again.");
        }
        if (run.layout().design().capacity().isPresent()) {
            throw Failure.usage(
                    part.name() + " is the result of a search for the most users",
                    "each generator decides by itself how far it goes, so the parts are not of one load",
                    "Measure levels instead: ralbench run.");
        }
        if (run.layout().design().gate().isPresent()) {
            throw Failure.usage(
                    part.name() + " is the result of a gate",
                    "each generator decides by itself how long it measures, so the parts are not of one load",
                    "Measure with ralbench run, merge, and judge the merged result: ralbench compare --gate.");
        }
        if (run.scenario().document().get("load") instanceof Map<?, ?> load
                && load.get("open") instanceof Map<?, ?> open
                && open.containsKey("trace")) {
            throw Failure.usage(
                    part.name() + " is the result of a replayed log",
                    "each generator sent all of its requests, so the log was replayed several times and not once",
                    "Split the log in one for each generator and give them to runs that are not merged, or replay it with"
                            + " one generator.");
        }
    }

    private void checkSame(String what, Function<Part, String> value, String fix) {
        var expected = value.apply(first());
        parts.stream()
                .filter(part -> !value.apply(part).equals(expected))
                .findFirst()
                .ifPresent(other -> {
                    throw unfit(other, "different " + what, expected, value.apply(other), fix);
                });
    }

    private Failure unfit(Part other, String what, String expected, String found, String fix) {
        return Failure.usage(
                first().name() + " and " + other.name() + " are not parts of one load: " + what,
                first().name() + ": " + expected + "\n" + other.name() + ": " + found,
                fix);
    }

    private void checkScenarios() {
        for (var other : parts) {
            ScenarioShares.conflict(
                            run().scenario().document(), other.run().scenario().document())
                    .ifPresent(conflict -> {
                        throw unfit(
                                other,
                                "different scenarios",
                                "scenario." + conflict.key() + ": " + conflict.one(),
                                "scenario." + conflict.key() + ": " + conflict.other(),
                                "Start each generator with the same scenario. Only users, rates and requests of its load"
                                        + " may differ.");
                    });
        }
    }

    /** The trial of each generator, in their order. */
    private List<TrialResult> trials(int index) {
        return parts.stream().map(part -> part.run().trials().get(index)).toList();
    }

    private void checkTrial(int index) {
        var of = trials(index);
        var started = IntStream.range(0, of.size())
                .filter(i -> of.get(i)
                        .setup()
                        .target()
                        .flatMap(TrialSetup.TargetResult::commandLine)
                        .isPresent())
                .mapToObj(parts::get)
                .toList();
        if (started.size() > 1) {
            throw Failure.usage(
                    started.get(0).name() + " and " + started.get(1).name()
                            + " are not parts of one load: each has a target of its own",
                    "both runs started " + of.getFirst().id().variant() + ", and sent their load to their own",
                    "Start the service once, such as with ralbench up, and give its URL to each generator.");
        }
        for (int i = 1; i < of.size(); i++) {
            checkIsSameTarget(parts.get(i), of.getFirst(), of.get(i));
            checkWindows(parts.get(i), of.getFirst(), of.get(i));
        }
        checkBeginning(index);
    }

    /** By another URL it may be the same: 127.0.0.1 on the target's own machine. It has to answer alike, though. */
    private void checkIsSameTarget(Part other, TrialResult expected, TrialResult found) {
        var mine = expected.setup().work().map(ResultMerger::answer);
        var theirs = found.setup().work().map(ResultMerger::answer);
        if (!url(expected).equals(url(found)) && mine.isPresent() && theirs.isPresent() && !mine.equals(theirs)) {
            throw unfit(
                    other,
                    "different services",
                    url(expected) + " answers " + mine.get(),
                    url(found) + " answers " + theirs.get(),
                    "Give the URL of the same service to each generator.");
        }
    }

    private static String url(TrialResult trial) {
        return trial.setup().target().map(TrialSetup.TargetResult::url).orElse("");
    }

    private static String answer(Work work) {
        return work.status()
                + work.contentType().map(type -> " " + type).orElse("")
                + work.shapeSha256()
                        .map(shape -> " of structure " + shape.substring(0, 8))
                        .orElse("");
    }

    private void checkWindows(Part other, TrialResult expected, TrialResult found) {
        boolean areWhole = expected.status() == Status.COMPLETE && found.status() == Status.COMPLETE;
        var mine = kinds(expected);
        var theirs = kinds(found);
        int common = Math.min(mine.size(), theirs.size());
        if ((areWhole && mine.size() != theirs.size())
                || !mine.subList(0, common).equals(theirs.subList(0, common))) {
            throw unfit(
                    other,
                    "different windows",
                    String.join(", ", mine),
                    String.join(", ", theirs),
                    "Measure with a warm-up of a fixed number of requests: one that ends when compilers rest takes as many"
                            + " rounds as it takes.");
        }
    }

    private static List<String> kinds(TrialResult trial) {
        return trial.measurement().stream()
                .flatMap(measured -> measured.windows().stream())
                .map(window -> window.kind().name().toLowerCase(Locale.ROOT).replace('_', '-')
                        + window.label().map(label -> " " + label).orElse(""))
                .toList();
    }

    /** Measured windows of all generators, of one trial. */
    private Stream<WindowMeasurement> measured(int index) {
        return trials(index).stream()
                .flatMap(trial -> trial.measurement().stream())
                .flatMap(measured -> measured.windows().stream())
                .filter(window -> window.kind() != WindowKind.WARM_UP);
    }

    private void checkBeginning(int index) {
        var shortest =
                measured(index).mapToDouble(WindowMeasurement::lengthSeconds).min();
        if (shortest.isEmpty()) {
            return;
        }
        double most = MOST_OFFSET * shortest.getAsDouble();
        var began = rows(index);
        for (int i = 1; i < began.size(); i++) {
            double apart = seconds(began.getFirst().loadBeganAt(), began.get(i).loadBeganAt());
            if (Math.abs(apart) > most) {
                var id = run().trials().get(index).id();
                throw Failure.usage(
                        began.getFirst().name() + " and " + began.get(i).name()
                                + " are not parts of one load: their loads did not begin at one instant",
                        "load of " + id.variant() + " in block " + id.block() + ":\n"
                                + began.getFirst().name() + ": "
                                + began.getFirst().loadBeganAt() + "\n"
                                + began.get(i).name() + ": "
                                + began.get(i).loadBeganAt() + "\n"
                                + String.format(
                                        Locale.ROOT,
                                        "%.2f s lie between them by the clocks of their machines, and at most %.2f s may: a"
                                                + " tenth of the shortest window",
                                        Math.abs(apart),
                                        most),
                        "Set the clocks of all machines by the same server, start all generators at one instant, and run"
                                + " each once before, so that none has to calibrate: docs/generators.md. Longer windows allow"
                                + " more.");
            }
        }
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    // The result

    private RunResult merged(List<String> command) {
        return new RunResult(
                new RunOrigin(
                        RunResult.SCHEMA,
                        run().origin().runId() + "-merged",
                        run().origin().tool(),
                        command,
                        parts.stream()
                                .map(part -> part.run().origin().startedAt())
                                .min(Comparator.naturalOrder())
                                .orElseThrow()),
                status(),
                layout(),
                scenario(),
                generator(),
                fingerprint(),
                new RunResult.Expected(Map.of(), run().expected().reference()),
                skipped(),
                IntStream.range(0, run().trials().size()).mapToObj(this::trial).toList());
    }

    private RunResult.Status status() {
        return parts.stream()
                .map(part -> part.run().status())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private RunLayout layout() {
        var design = run().layout().design();
        return new RunLayout(
                run().layout().seed(),
                new Design(
                        design.order(),
                        design.looks(),
                        design.turns()
                                .map(turns ->
                                        turns.atLevels(levels(turns.levels().size()))),
                        design.gate(),
                        design.attempt()),
                run().layout().order());
    }

    private List<Integer> levels(int count) {
        return IntStream.range(0, count)
                .mapToObj(level -> parts.stream()
                        .flatMap(part -> part.run().layout().design().turns().stream())
                        .mapToInt(turns -> turns.levels().get(level))
                        .sum())
                .toList();
    }

    private StoredScenario scenario() {
        var document = ScenarioShares.sum(
                parts.stream().map(part -> part.run().scenario().document()).toList());
        var models =
                parts.stream().map(part -> part.run().scenario().userModel()).toList();
        var count = parts.size() + " generators";
        return StoredScenario.of(
                document,
                models.stream().distinct().count() == 1
                        ? count + ", each: " + models.getFirst()
                        : count + ": "
                                + parts.stream()
                                        .map(part -> part.name() + ": "
                                                + part.run().scenario().userModel())
                                        .collect(Collectors.joining("; ")));
    }

    private RunResult.Generator generator() {
        var all = parts.stream().map(part -> part.run().generator()).toList();
        return new RunResult.Generator(
                sender(all.stream().map(RunResult.Generator::sender).toList()),
                Optional.empty(),
                sum(all, RunResult.Generator::offeredUserSeconds, Double::sum),
                sum(all, RunResult.Generator::plannedRequests, Long::sum),
                sum(all, RunResult.Generator::ceiling, ResultMerger::together));
    }

    private String sender(List<String> senders) {
        return parts.size() + " generators: " + distinct(senders.stream());
    }

    private static String distinct(Stream<String> values) {
        return values.distinct().sorted().collect(Collectors.joining(" / "));
    }

    private static <T> Optional<T> sum(
            List<RunResult.Generator> all, Function<RunResult.Generator, Optional<T>> figure, BinaryOperator<T> plus) {
        return all.stream().map(figure).allMatch(Optional::isPresent)
                ? all.stream().flatMap(each -> figure.apply(each).stream()).reduce(plus)
                : Optional.empty();
    }

    /** What all of them could send; the response time that is the generators' own is that of the slowest. */
    private static RunResult.Ceiling together(RunResult.Ceiling one, RunResult.Ceiling other) {
        return new RunResult.Ceiling(
                one.users() + other.users(),
                one.requestsPerSecond() + other.requestsPerSecond(),
                larger(one.p50Millis(), other.p50Millis()),
                larger(one.p99Millis(), other.p99Millis()),
                one.rememberedFrom()
                        .flatMap(mine -> other.rememberedFrom().map(theirs -> mine.isBefore(theirs) ? mine : theirs)));
    }

    private static Optional<Double> larger(Optional<Double> one, Optional<Double> other) {
        return one.flatMap(mine -> other.map(theirs -> Math.max(mine, theirs)));
    }

    /** A fact on which machines differ has the values of all: results are comparable if the same machines made them. */
    private Fingerprint fingerprint() {
        var all = parts.stream().map(part -> part.run().fingerprint()).toList();
        var software = new TreeMap<>(facts(all, Fingerprint::software));
        software.computeIfPresent("sender", (key, senders) -> sender(List.of(senders)));
        return new Fingerprint(facts(all, Fingerprint::machine), software, facts(all, Fingerprint::noted));
    }

    private static Map<String, String> facts(List<Fingerprint> all, Function<Fingerprint, Map<String, String>> of) {
        var facts = new TreeMap<String, String>();
        all.stream()
                .flatMap(each -> of.apply(each).keySet().stream())
                .distinct()
                .forEach(key ->
                        facts.put(key, distinct(all.stream().map(of).map(each -> each.getOrDefault(key, "none")))));
        return facts;
    }

    private Optional<Map<String, String>> skipped() {
        var skipped = new LinkedHashMap<String, String>();
        parts.forEach(part -> part.run().skippedVariants().forEach(skipped::putIfAbsent));
        return Optional.of(skipped);
    }

    private List<GeneratorPart> rows(int index) {
        return parts.stream()
                .flatMap(part -> {
                    var trial = part.run().trials().get(index);
                    return trial
                            .generators()
                            .orElseGet(() -> List.of(GeneratorPart.of(part.name(), part.run(), trial)))
                            .stream();
                })
                .toList();
    }

    private TrialResult trial(int index) {
        var of = trials(index);
        var first = of.getFirst();
        var measurements = IntStream.range(0, of.size())
                .boxed()
                .flatMap(i -> of.get(i).measurement().map(measured -> named(parts.get(i), measured)).stream())
                .toList();
        return new TrialResult(
                new TrialId(
                        first.id().variant(),
                        first.id().block(),
                        first.id().slot(),
                        first.id().attempt(),
                        of.stream()
                                .map(trial -> trial.id().startedAt())
                                .min(Comparator.naturalOrder())
                                .orElseThrow()),
                of.stream()
                        .map(TrialResult::status)
                        .max(Comparator.naturalOrder())
                        .orElseThrow(),
                of.stream()
                        .map(TrialResult::setup)
                        .filter(setup -> setup.target()
                                .flatMap(TrialSetup.TargetResult::commandLine)
                                .isPresent())
                        .findFirst()
                        .orElse(first.setup()),
                failure(of),
                measurements.isEmpty() ? Optional.empty() : Optional.of(MeasurementMerger.merge(measurements)),
                Optional.empty(),
                validity(index, of),
                Optional.of(rows(index)));
    }

    private static Measurement named(Part part, Measurement measured) {
        return measured.stoppedEarly().isEmpty()
                ? measured
                : measured.stoppedBecause("generator " + part.name() + ": " + measured.stoppedEarly());
    }

    private Optional<TrialFailure> failure(List<TrialResult> of) {
        var texts = IntStream.range(0, of.size())
                .boxed()
                .flatMap(
                        i -> of
                                .get(i)
                                .failure()
                                .map(failure -> "generator " + parts.get(i).name() + ": " + failure.text())
                                .stream())
                .toList();
        return texts.isEmpty() ? Optional.empty() : Optional.of(new TrialFailure(String.join("\n", texts)));
    }

    /** As valid as the worst generator. */
    private Validity validity(int index, List<TrialResult> of) {
        var verdict = of.stream()
                .map(trial -> trial.validity().verdict())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        var reasons = new ArrayList<String>();
        var remedies = new HashSet<String>();
        for (int i = 0; i < of.size(); i++) {
            var name = parts.get(i).name();
            boolean isNamed = of.get(i).generators().isPresent();
            of.get(i)
                    .validity()
                    .reasons()
                    .forEach(reason -> reasons.add(isNamed ? reason : "generator " + name + ": " + reason));
            of.get(i).validity().remedies().ifPresent(remedies::addAll);
        }
        var own = Stream.concat(missing(of), Stream.concat(drift(index).stream(), sameArrivals().stream()))
                .toList();
        reasons.addAll(own);
        boolean isIncomplete = of.stream().anyMatch(trial -> trial.measurement().isEmpty());
        var atLeast = isIncomplete ? ValidityLevel.INVALID : own.isEmpty() ? verdict : ValidityLevel.SUSPECT;
        return new Validity(
                verdict.compareTo(atLeast) > 0 ? verdict : atLeast,
                reasons,
                Optional.of(remedies.stream().sorted().toList()));
    }

    private Stream<String> missing(List<TrialResult> of) {
        return IntStream.range(0, of.size())
                .filter(i -> of.get(i).measurement().isEmpty())
                .mapToObj(i ->
                        "generator " + parts.get(i).name() + " measured nothing, so the load was smaller than planned");
    }

    /** Windows that are not planned to begin at a certain time begin when those before them are done. */
    private Optional<String> drift(int index) {
        var of = rows(index);
        var first = of.getFirst();
        for (var other : of.subList(1, of.size())) {
            double offset = seconds(first.loadBeganAt(), other.loadBeganAt());
            int common = Math.min(first.windows().size(), other.windows().size());
            for (int i = 0; i < common; i++) {
                var mine = first.windows().get(i);
                var theirs = other.windows().get(i);
                double apart = offset + theirs.startSeconds() - mine.startSeconds();
                double length = Math.min(mine.lengthSeconds(), theirs.lengthSeconds());
                if (mine.kind() != WindowKind.WARM_UP && Math.abs(apart) > MOST_OFFSET * length) {
                    return Optional.of(String.format(
                            Locale.ROOT,
                            "generator %s: window %d began %.2f s %s that of %s, more than a tenth of its %.1f s",
                            other.name(),
                            i + 1,
                            Math.abs(apart),
                            apart > 0 ? "after" : "before",
                            first.name(),
                            length));
                }
            }
        }
        return Optional.empty();
    }

    /** Random arrivals that are drawn from one seed come in pairs, which no Poisson process has. */
    private Optional<String> sameArrivals() {
        boolean isPoisson =
                String.valueOf(run().scenario().document().get("load")).contains("arrivals=poisson");
        var seeds = parts.stream().map(part -> part.run().layout().seed()).toList();
        return isPoisson && seeds.stream().distinct().count() < seeds.size()
                ? Optional.of("two generators drew their arrivals from the same seed, " + seeds.getFirst()
                        + ", so they sent at the same times: give each another --seed")
                : Optional.empty();
    }
}
