package dev.ralbench.report;

import dev.ralbench.bottleneck.Bottleneck;
import dev.ralbench.bottleneck.Bottlenecks;
import dev.ralbench.load.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The bottleneck of each variant at each level of a run, as far as the result shows it: as sentences, and for programs. */
final class RunBottlenecks {
    private final RunView view;
    private final Map<String, SequencedMap<Level, Bottleneck>> ofVariants = new LinkedHashMap<>();

    RunBottlenecks(RunView view) {
        this.view = view;
        for (var variant : view.variants()) {
            var prediction =
                    Optional.ofNullable(view.run().expected().predictions().get(variant));
            ofVariants.put(variant, Bottlenecks.of(view.trials(variant), prediction));
        }
    }

    /** That of one level; empty if the result does not show it. */
    Optional<Bottleneck> at(String variant, Level level) {
        return Optional.ofNullable(
                ofVariants.getOrDefault(variant, new LinkedHashMap<>()).get(level));
    }

    /** A line for each variant of which something is known; those with the same line share it. */
    List<String> lines() {
        var variants = new LinkedHashMap<String, List<String>>();
        for (var variant : ofVariants.keySet()) {
            var words = inWords(stretches(variant));
            if (!words.isEmpty()) {
                variants.computeIfAbsent(words, same -> new ArrayList<>()).add(variant);
            }
        }
        return variants.entrySet().stream()
                .map(each -> each.getValue().stream()
                                .map(view.run().scenario()::title)
                                .collect(Collectors.joining(", "))
                        + ": " + each.getKey())
                .toList();
    }

    /** Every level of every variant of which something is known. */
    List<Map<String, Object>> json() {
        return ofVariants.entrySet().stream()
                .flatMap(variant -> variant.getValue().entrySet().stream()
                        .map(level -> json(variant.getKey(), level.getKey(), BottleneckWords.of(level.getValue()))))
                .toList();
    }

    private static Map<String, Object> json(String variant, Level level, BottleneckWords words) {
        var json = new LinkedHashMap<String, Object>();
        json.put("level", level.name());
        json.put("variant", variant);
        json.put("kind", words.kind());
        json.put("limitedBy", words.isLimit() ? Optional.of(words.limit()) : Optional.empty());
        json.put("evidence", words.isNone() ? Optional.empty() : Optional.of(words.evidence()));
        json.put("figures", words.figures());
        return json;
    }

    /** Neighbouring levels with the same bottleneck. */
    private record Stretch(
            List<String> levels, boolean isRate, boolean isFirst, boolean isLast, Optional<Bottleneck> bottleneck) {}

    private List<Stretch> stretches(String variant) {
        var sizes = sizes(variant);
        var stretches = new ArrayList<Stretch>();
        int from = 0;
        for (int i = 1; i <= sizes.size(); i++) {
            if (i == sizes.size() || !isSame(sizes.get(i - 1).bottleneck, sizes.get(i).bottleneck)) {
                stretches.add(new Stretch(
                        sizes.subList(from, i).stream().map(Size::level).toList(),
                        view.isOpen(),
                        from == 0,
                        i == sizes.size(),
                        sizes.get(i - 1).bottleneck));
                from = i;
            }
        }
        return stretches;
    }

    private record Size(String level, Optional<Bottleneck> bottleneck) {}

    /** Levels with as many users are rounds of one load: the last one, with the warmest target, stands for them. */
    private List<Size> sizes(String variant) {
        var sizes = new LinkedHashMap<String, Size>();
        var ascending = view.levels().stream()
                .sorted(Comparator.comparingDouble(Level::size))
                .toList();
        for (var level : ascending) {
            sizes.put(level.inWords(), new Size(level.inWords(), at(variant, level)));
        }
        return List.copyOf(sizes.values());
    }

    private static boolean isSame(Optional<Bottleneck> one, Optional<Bottleneck> other) {
        return one.isPresent() == other.isPresent()
                && one.flatMap(mine -> other.map(mine::isSameAs)).orElse(true);
    }

    /** Such as {@code no limit seen up to 5 users; from 10 users on limited by ...}. */
    private static String inWords(List<Stretch> stretches) {
        return stretches.stream().flatMap(RunBottlenecks::inWords).collect(Collectors.joining("; "));
    }

    private static Stream<String> inWords(Stretch stretch) {
        return stretch.bottleneck.map(BottleneckWords::of).stream().map(words -> inWords(stretch, words));
    }

    private static String inWords(Stretch stretch, BottleneckWords words) {
        if (words.isNone()) {
            return (stretch.isFirst ? "no limit up to " + stretch.levels.getLast() : "no limit " + place(stretch))
                    + ": " + (stretch.isRate ? "all are served" : "goodput grows with them");
        }
        return words.isLimit()
                ? place(stretch) + " limited by " + words.full()
                : place(stretch) + " " + words.full() + " (whether that is the cause is not shown)";
    }

    private static String place(Stretch stretch) {
        var first = stretch.levels.getFirst();
        if (stretch.levels.size() == 1) {
            return "at " + first;
        }
        return stretch.isLast ? "from " + first + " on" : "at " + first + " to " + stretch.levels.getLast();
    }
}
