package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import dev.ralbench.result.RunResult;
import dev.ralbench.scenario.VariantNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lays stored results side by side, or says why that would be wrong. */
public final class Comparer {
    /** 2^-7 is the largest power of one half below 1 %: fewer blocks cannot be significant, whatever they hold. */
    public static final int FEWEST_BLOCKS = 7;

    private final List<ResultSource> sources;
    private final Optional<String> baseline;
    private final boolean isForced;
    private final AllowedDifferences allowed;
    private final boolean isDetailed;

    /**
     * @param sources at least one, in the order in which sides are shown if they are files
     * @param baseline the side that all others are compared with, by its name or, of a variant, by that of its study;
     *     the first if it is empty
     * @param isForced whether results that are not comparable are laid side by side all the same
     */
    public Comparer(List<ResultSource> sources, Optional<String> baseline, boolean isForced) {
        this(sources, baseline, isForced, AllowedDifferences.withoutGate());
    }

    /** A comparer that tolerates the differences that a gate allows. */
    public Comparer(
            List<ResultSource> sources, Optional<String> baseline, boolean isForced, AllowedDifferences allowed) {
        this(sources, baseline, isForced, allowed, false);
    }

    private Comparer(
            List<ResultSource> sources,
            Optional<String> baseline,
            boolean isForced,
            AllowedDifferences allowed,
            boolean isDetailed) {
        this.sources = List.copyOf(sources);
        this.baseline = baseline;
        this.isForced = isForced;
        this.allowed = allowed;
        this.isDetailed = isDetailed;
    }

    /** A comparer whose refusals list every differing fact instead of the most important ones. */
    public Comparer withEveryFact() {
        return new Comparer(sources, baseline, isForced, allowed, true);
    }

    /**
     * Every metric of every variant next to the baseline, at every level.
     *
     * @throws Failure if results must not be compared, or there is nothing to compare
     */
    public Comparison compare() {
        return compare(Metrics.with(ResultSource.names(sources)));
    }

    /**
     * Some metrics only, each as {@link #compare()} has it: the figures of all take most of a comparison's time.
     *
     * @param metrics in the order of {@link Metrics#with}
     * @throws Failure where results must not be compared, or there is nothing to compare
     */
    public Comparison compare(List<Metric> metrics) {
        var check = check();
        if (!check.differences().isEmpty() && !isForced) {
            throw new Refusal(sources, check.differences(), check.work().found()).failure(isDetailed);
        }
        var arms = arms(check.arePaired());
        var kind = !check.differences().isEmpty()
                ? ComparisonKind.FORCED
                : arms.isPaired() ? ComparisonKind.PAIRED : ComparisonKind.HISTORICAL;
        var notes = new ArrayList<ComparisonNote>();
        check.differences().forEach(each -> notes.add(ComparisonNote.of(each)));
        notes.addAll(arms.notes());
        check.work().notes().forEach(note -> notes.add(new ComparisonNote(ComparisonNote.Kind.WORK, note)));
        if (arms.isPaired()) {
            notes.addAll(OneBuild.notes(sources.getFirst().run(), arms.names()));
        }
        return comparison(kind, arms, notes, metrics);
    }

    /**
     * Whether no forbidden difference exists: much cheaper than the comparison.
     *
     * @throws Failure if there is nothing to compare
     */
    public boolean areComparable() {
        return check().differences().isEmpty();
    }

    /** How many blocks of a run have a usable trial of every variant. */
    public static int usableBlocks(RunResult run) {
        return Blocks.of(run, Variants.of(run)).usable().size();
    }

    /**
     * @param differences those of their work, too
     * @param arePaired whether blocks of the same runs are compared
     */
    private record Compatibility(List<Difference> differences, boolean arePaired, WorkComparability work) {}

    private Compatibility check() {
        Structure.check(sources);
        boolean isShared = hasSharedVariants();
        var work = WorkComparability.of(sources, allowed);
        var between = Comparability.between(sources, isShared);
        var differences = Stream.of(
                        Structure.unfinished(sources),
                        between,
                        VariantComparability.of(sources, baseline.map(this::ownName), allowed.vary()),
                        isShared ? VariantComparability.ofShared(sources) : List.<Difference>of(),
                        work.differences())
                .flatMap(List::stream)
                .toList();
        return new Compatibility(differences, isShared && between.isEmpty(), work);
    }

    /** Whether every run holds the same variants, and more than one. */
    private boolean hasSharedVariants() {
        var sets = sources.stream()
                .map(source -> new HashSet<>(Variants.of(source.run())))
                .distinct()
                .toList();
        if (sources.size() == 1 && sets.getFirst().size() < 2) {
            throw Failure.incomparable(
                    "there is nothing to compare: " + sources.getFirst().name() + " has one variant only, "
                            + String.join("", sets.getFirst()),
                    "",
                    "Name a second result, or run several variants in one run.");
        }
        return sets.size() == 1 && sets.getFirst().size() > 1;
    }

    private Arms arms(boolean isPaired) {
        if (!isPaired) {
            return Arms.separate(sources);
        }
        var byStart = sources.stream()
                .sorted(Comparator.comparing(
                                (ResultSource source) -> source.run().origin().startedAt())
                        .thenComparing(source -> source.run().origin().runId()))
                .toList();
        return Arms.paired(byStart, Variants.of(byStart.getFirst().run()));
    }

    private Comparison comparison(ComparisonKind kind, Arms arms, List<ComparisonNote> notes, List<Metric> metrics) {
        var base = base(arms);
        var heads = arms.arms().stream().filter(arm -> !arm.equals(base)).toList();
        var levels = levels(arms);
        var cells = heads.stream()
                .flatMap(head -> cells(new CellMaker(kind, arms.isPaired(), base, head), levels, metrics).stream())
                .toList();
        boolean isGated = !allowed.equals(AllowedDifferences.withoutGate()); // a gate has looks of its own
        if (kind == ComparisonKind.PAIRED && arms.blocks() < FEWEST_BLOCKS && !isGated) {
            notes.add(new ComparisonNote(
                    ComparisonNote.Kind.TOO_FEW_BLOCKS,
                    "no verdicts: " + arms.blocks() + (arms.blocks() == 1 ? " block" : " blocks")
                            + ", and an interval of 98 % needs " + FEWEST_BLOCKS + "; add --trials " + FEWEST_BLOCKS
                            + ", or more, to ralbench run"));
        }
        return new Comparison(
                kind,
                sources.stream()
                        .map(ResultSource::run)
                        .sorted(Comparator.comparing(
                                        (RunResult run) -> run.origin().startedAt())
                                .thenComparing(run -> run.origin().runId()))
                        .toList(),
                base.name(),
                heads.stream().map(Arm::name).toList(),
                levels,
                arms.blocks(),
                cells,
                notes);
    }

    private Arm base(Arms arms) {
        if (baseline.isEmpty()) {
            return arms.arms().getFirst();
        }
        var called = baseline.get();
        int index = arms.indexOf(arms.indexOf(called) < 0 ? ownName(called) : called);
        if (index < 0) {
            throw Failure.incomparable(
                    "there is no baseline " + called + " in what is compared",
                    NearestName.hint(called, names(arms)),
                    "Give one of them to --baseline.");
        }
        return arms.arms().get(index);
    }

    /**
     * Checks the name of the baseline, before anything else about the results.
     *
     * @throws Failure if nothing in any of them is called so
     */
    public void checkBaseline() {
        baseline.ifPresent(called -> {
            var known = everyName();
            if (!known.contains(called)) {
                throw Failure.usage(
                        "--baseline: there is no variant " + called,
                        NearestName.hint(called, known),
                        "give one of them");
            }
        });
    }

    /** What sides can be called, whatever is compared with what. */
    private List<String> everyName() {
        var variants = variantNames().all();
        var files = sources.size() < 2
                ? Stream.<String>empty()
                : sources.stream()
                        .flatMap(source -> Stream.concat(
                                Stream.of(source.name()),
                                Variants.of(source.run()).stream().map(variant -> Arms.inFile(variant, source))));
        return Stream.concat(variants.stream(), files).distinct().toList();
    }

    /** Everything that the sides can be called. */
    private List<String> names(Arms arms) {
        var inStudies = variantNames();
        var ofStudies = inStudies.all().stream()
                .filter(called -> inStudies
                        .find(called)
                        .filter(own -> arms.indexOf(own) >= 0)
                        .isPresent());
        return Stream.concat(arms.arms().stream().map(Arm::name), ofStudies)
                .distinct()
                .toList();
    }

    /** The scenario's name of a variant; any other name, such as a file's, stays as it is. */
    private String ownName(String called) {
        return variantNames().find(called).orElse(called);
    }

    /** Variant names of the runs, and of their scenarios' studies. */
    private VariantNames variantNames() {
        var published = new LinkedHashMap<String, Optional<String>>();
        sources.forEach(source -> Variants.of(source.run())
                .forEach(variant ->
                        published.putIfAbsent(variant, source.run().scenario().publishedName(variant))));
        return VariantNames.of(published);
    }

    /** The levels of the trial that has the most of them, because it got furthest in the plan. */
    static List<Level> levels(Arms arms) {
        return arms.arms().stream()
                .flatMap(arm -> arm.trials().stream())
                .map(TrialFigures::levels)
                .reduce(List.of(), (most, next) -> next.size() > most.size() ? next : most);
    }

    /**
     * Makes a cell of each metric at every level: tables choose what they show, and rules may ask for any of them.
     */
    private static List<Cell> cells(CellMaker maker, List<Level> levels, List<Metric> metrics) {
        return Stream.concat(levels.stream(), Stream.of(Level.WHOLE_RUN))
                .flatMap(level -> metrics.stream().flatMap(metric -> maker.cell(metric, level).stream()))
                .toList();
    }
}
