package dev.ralbench.report;

import dev.ralbench.bottleneck.Bottleneck;
import dev.ralbench.bottleneck.Bottleneck.CpuUse;
import dev.ralbench.load.Level;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Spelling;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run answers, in a sentence: which variants serve how many times the requests of the first one at the last
 * level, or what a single one serves. Differences are only told that repetition bears out, or that no repetition would
 * undo; of trials that cannot be trusted there is none.
 */
final class Headline {
    /** Of single trials: two trials of one service may differ by some percent. */
    private static final double CERTAIN = 0.10;
    /** Ratios this close are told as one. */
    private static final double ALIKE = 0.03;
    /** From here on ratios are told as such, below in percent. */
    private static final double TIMES = 2;
    /** Less than this share is next to nothing. */
    private static final double SMALLEST = 0.01;
    /** So many names are read, more are counted. */
    private static final int MOST_NAMES = 4;
    /** A share of failures that belongs into the sentence. */
    private static final double FAILING = 0.01;

    private final RunView view;
    private final Level level;
    private final BlockRatios ratios;
    private final RunBottlenecks bottlenecks;

    private Headline(RunView view) {
        this.view = view;
        this.level = view.levels().getLast();
        this.ratios = view.ratios();
        this.bottlenecks = view.bottlenecks();
    }

    /** The sentence; empty if nothing was measured, or nothing that can be trusted. */
    static Optional<String> of(RunView view) {
        boolean isTrusted = !view.levels().isEmpty()
                && view.variants().stream()
                        .flatMap(variant -> view.trials(variant).stream())
                        .noneMatch(trial -> trial.validity().verdict() == ValidityLevel.INVALID);
        return isTrusted ? new Headline(view).sentence() : Optional.empty();
    }

    /** Figures behind it, each a sentence; none without it. */
    static List<String> details(RunView view) {
        return of(view).isEmpty() ? List.of() : new Headline(view).details();
    }

    private Optional<String> sentence() {
        return view.variants().size() == 1 ? alone(view.variants().getFirst()) : compared();
    }

    private Optional<String> alone(String variant) {
        var served = figure(RequestMetrics.GOODPUT, variant);
        if (served.isEmpty()) {
            return Optional.empty();
        }
        var tail = figure(RequestMetrics.P99, variant);
        var half = figure(RequestMetrics.P50, variant);
        var text = new StringBuilder(title(variant) + " serves " + requests(variant, served));
        // Next to a rate of journeys, times without a word would be theirs.
        var whose = level.isRate() && !journeys(variant).isEmpty() ? " of the requests" : "";
        var within = Stream.of(within("half" + whose, half), within("99 %" + whose, tail))
                .flatMap(Optional::stream)
                .toList();
        if (!within.isEmpty()) {
            text.append(": ").append(String.join(", ", within));
        }
        failing(variant).ifPresent(share -> text.append("; ").append(share).append(" fail"));
        limit(variant).ifPresent(limit -> text.append("; limited by ").append(limit));
        return Optional.of(text.append('.').toString());
    }

    /** {@code 2 500 requests/s at 5 users}, {@code 198 of 200 requests/s}, {@code 198 of 200 journeys/s}. */
    private String requests(String variant, OptionalDouble served) {
        var number = Numbers.of(RequestMetrics.GOODPUT, served).replace("/s", "");
        if (!level.isRate() || level.isRamp()) {
            return number + " requests/s at " + level.inWords();
        }
        var journeys = journeys(variant);
        if (journeys.isEmpty()) {
            return number + " of " + level.inWords();
        }
        double whole = journeys.stream()
                .mapToDouble(name ->
                        figure(RequestMetrics.GOODPUT.ofName(name), variant).orElse(0))
                .sum();
        return Numbers.of(RequestMetrics.GOODPUT, OptionalDouble.of(whole)).replace("/s", "") + " of "
                + level.inWords().replace("requests", "journeys");
    }

    private List<String> journeys(String variant) {
        return view.trials(variant).stream()
                .flatMap(trial -> trial.measurement().stream())
                .flatMap(Measurement::levels)
                .flatMap(window -> window.journeys().stream())
                .map(NamedRequests::name)
                .distinct()
                .toList();
    }

    private static Optional<String> within(String share, OptionalDouble time) {
        return time.isPresent() ? Optional.of(share + " in " + Numbers.of(RequestMetrics.P50, time)) : Optional.empty();
    }

    /** Variants with the same ratio to the first one. */
    private record Alike(double ratio, List<String> variants) {}

    private Optional<String> compared() {
        var first = view.variants().getFirst();
        var groups = new ArrayList<Alike>();
        var asMany = new ArrayList<>(List.of(first));
        for (var variant : view.variants().subList(1, view.variants().size())) {
            var ratio = ratios.of(variant, level);
            if (ratio.isEmpty()) {
                return Optional.empty();
            }
            if (isCertain(ratio.get())) {
                join(groups, ratio.get().typical(), variant);
            } else {
                asMany.add(variant);
            }
        }
        var most = groups.stream().max(Comparator.comparingDouble(Alike::ratio)).filter(best -> best.ratio > 1);
        var fewest = groups.stream()
                .min(Comparator.comparingDouble(Alike::ratio))
                .filter(worst -> worst.ratio < 1)
                .map(worst -> "; " + named(worst.variants) + " " + part(worst.ratio) + whyFewer(worst.variants))
                .orElse("");
        var lead = most.map(best -> named(best.variants) + (best.variants.size() > 1 ? " each serve " : " serves ")
                        + amount(best.ratio) + " " + title(first))
                .or(() -> figure(RequestMetrics.GOODPUT, first).stream()
                        .mapToObj(served -> named(asMany)
                                + (asMany.size() > 1 ? " serve about as many requests" : " serves the most requests")
                                + ", " + Numbers.of(RequestMetrics.GOODPUT, OptionalDouble.of(served)) + ",")
                        .findFirst());
        var reason = most.map(best -> whyMore(first, best.variants)).orElse("");
        return lead.map(text -> text + " at " + level.inWords() + reason + fewest + ".");
    }

    private String whyMore(String first, List<String> best) {
        boolean areAllLimited = best.stream().allMatch(variant -> hasSameLimit(variant, first));
        return limit(first)
                .filter(limit -> !areAllLimited)
                .map(limit -> ", because " + title(first) + " is limited by " + limit)
                .orElse("");
    }

    private String whyFewer(List<String> worst) {
        boolean isOne = worst.size() == 1;
        return isOne
                ? limit(worst.getFirst()).map(limit -> ", limited by " + limit).orElse("")
                : "";
    }

    private boolean hasSameLimit(String one, String other) {
        return bottlenecks
                .at(one, level)
                .flatMap(mine -> bottlenecks.at(other, level).filter(mine::isSameAs))
                .isPresent();
    }

    /** What a variant is limited by, if that is a part of it: of CPUs that others use too it is the machine. */
    private Optional<String> limit(String variant) {
        return bottlenecks
                .at(variant, level)
                .filter(Headline::isOfTheTarget)
                .map(BottleneckWords::of)
                .map(BottleneckWords::limit);
    }

    private static boolean isOfTheTarget(Bottleneck bottleneck) {
        return switch (bottleneck) {
            case Bottleneck.WorkerThreads workers -> true;
            case Bottleneck.Connections pool -> true;
            case Bottleneck.Pool pool -> true;
            case Bottleneck.OneThread thread -> true;
            case Bottleneck.Busy busy -> false;
            case Bottleneck.Both both ->
                isOfTheTarget(both.first())
                        && (both.second() instanceof Bottleneck.Busy || isOfTheTarget(both.second()));
            case Bottleneck.JavaScriptThread thread -> true;
            case Bottleneck.Cpu cpu ->
                cpu.use().user() == CpuUse.User.TARGET || cpu.use().user() == CpuUse.User.DEPENDENCIES;
            case Bottleneck.Compilers compilers -> false;
            case Bottleneck.Generator generator -> false;
            case Bottleneck.None none -> false;
        };
    }

    private static void join(List<Alike> groups, double ratio, String variant) {
        for (int i = 0; i < groups.size(); i++) {
            var group = groups.get(i);
            if (Math.abs(ratio / group.ratio - 1) <= ALIKE) {
                var together = new ArrayList<>(group.variants);
                together.add(variant);
                groups.set(i, new Alike(group.ratio, together));
                return;
            }
        }
        groups.add(new Alike(ratio, List.of(variant)));
    }

    private static String amount(double ratio) {
        return ratio >= TIMES
                ? twoDigits(ratio) + " times the requests of"
                : percent(ratio - 1) + " more requests than";
    }

    private static String part(double ratio) {
        return ratio > 1 / TIMES
                ? percent(1 - ratio) + " fewer"
                : ratio < SMALLEST ? "next to none" : "only " + percent(ratio) + " of them";
    }

    private static String percent(double share) {
        return Math.round(share * 100) + " %";
    }

    private static String twoDigits(double ratio) {
        return new BigDecimal(ratio)
                .round(new MathContext(2))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static boolean isCertain(BlockRatios.Ratio ratio) {
        boolean isApart = ratio.low() > 1 || ratio.high() < 1;
        return isApart
                && (ratio.brackets() == BlockRatios.Brackets.INTERVAL || Math.abs(ratio.typical() - 1) > CERTAIN);
    }

    private List<String> details() {
        var details = new ArrayList<String>();
        var failing = view.variants().stream()
                .flatMap(variant -> failing(variant).stream().map(share -> share + " of " + title(variant) + "'s"))
                .toList();
        if (view.variants().size() > 1) {
            var known = Stream.of(figures(RequestMetrics.GOODPUT, "Goodput"), figures(RequestMetrics.P99, "p99"))
                    .flatMap(Optional::stream)
                    .toList();
            if (!known.isEmpty()) {
                details.add(String.join("; ", known) + ".");
            }
            if (!failing.isEmpty()) {
                details.add("Requests failed: " + String.join(", ", failing) + ".");
            }
        }
        limits().ifPresent(details::add);
        cheapest().ifPresent(details::add);
        return details;
    }

    /** Of the first variant and the one that serves most, or of both; empty if one has none. */
    private Optional<String> figures(Metric metric, String name) {
        var shown = view.variants().size() <= MOST_NAMES
                ? view.variants()
                : List.of(view.variants().getFirst(), best());
        return shown.stream().allMatch(variant -> figure(metric, variant).isPresent())
                ? Optional.of(name + ": "
                        + shown.stream()
                                .distinct()
                                .map(variant -> title(variant) + " " + Numbers.of(metric, figure(metric, variant)))
                                .collect(Collectors.joining(", ")))
                : Optional.empty();
    }

    private String best() {
        return view.variants().stream()
                .max(Comparator.comparingDouble(
                        variant -> figure(RequestMetrics.GOODPUT, variant).orElse(0)))
                .orElseThrow();
    }

    /** What each variant is limited by, with the evidence; those of one kind together. */
    private Optional<String> limits() {
        var groups = new ArrayList<List<String>>();
        for (var variant : view.variants()) {
            if (bottlenecks.at(variant, level).isPresent()) {
                groups.stream()
                        .filter(group -> hasSameLimit(group.getFirst(), variant))
                        .findFirst()
                        .ifPresentOrElse(
                                group -> group.add(variant), () -> groups.add(new ArrayList<>(List.of(variant))));
            }
        }
        return groups.isEmpty()
                ? Optional.empty()
                : Optional.of("At " + level.inWords() + " "
                        + groups.stream().map(this::limited).collect(Collectors.joining("; ")) + ".");
    }

    private String limited(List<String> variants) {
        var words = bottlenecks
                .at(variants.getFirst(), level)
                .map(BottleneckWords::of)
                .orElseThrow();
        if (words.isNone()) {
            return named(variants) + (variants.size() > 1 ? " have" : " has") + " reached no limit";
        }
        if (!words.isLimit()) {
            return "in " + named(variants) + " " + words.full();
        }
        return named(variants)
                + (variants.size() > 1
                        ? " are limited by " + words.limitOfSeveral()
                        : " is limited by " + words.full());
    }

    /** Told only if its lead is beyond what single trials differ by. */
    private Optional<String> cheapest() {
        var metric = ProcessMetrics.CPU_PER_REQUEST;
        var known = view.variants().stream()
                .filter(variant -> figure(metric, variant).isPresent())
                .filter(variant -> failing(variant).isEmpty()) // a refusal costs little
                .sorted((a, b) -> Double.compare(
                        figure(metric, a).getAsDouble(), figure(metric, b).getAsDouble()))
                .toList();
        if (known.size() < 2) {
            return Optional.empty();
        }
        var least = known.getFirst();
        double lead = figure(metric, known.get(1)).getAsDouble()
                        / figure(metric, least).getAsDouble()
                - 1;
        return lead <= CERTAIN
                ? Optional.empty()
                : Optional.of(title(least) + " needs the least CPU, " + Numbers.of(metric, figure(metric, least))
                        + " per request; " + title(known.getLast()) + " the most, "
                        + Numbers.of(metric, figure(metric, known.getLast())) + ".");
    }

    private Optional<String> failing(String variant) {
        var share = figure(RequestMetrics.ERRORS, variant);
        return share.isPresent() && share.getAsDouble() >= FAILING
                ? Optional.of(Numbers.share(share.getAsDouble()))
                : Optional.empty();
    }

    private OptionalDouble figure(Metric metric, String variant) {
        return view.figures(variant, level).of(metric);
    }

    private String title(String variant) {
        return view.run().scenario().title(variant);
    }

    private String named(List<String> variants) {
        var titles = new ArrayList<>(variants.stream().map(this::title).toList());
        if (titles.size() > MOST_NAMES) {
            int more = titles.size() - MOST_NAMES + 1;
            titles.subList(MOST_NAMES - 1, titles.size()).clear();
            titles.add(more + " others");
        }
        return Spelling.list(titles);
    }
}
