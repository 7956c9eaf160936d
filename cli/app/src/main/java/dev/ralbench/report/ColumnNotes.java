package dev.ralbench.report;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.result.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** What columns of the table per level count, and why figures of it are missing if users can do something about it. */
final class ColumnNotes {
    private final RunView view;
    private final Set<String> shown;

    /** @param shown titles of the columns that there is room for */
    ColumnNotes(RunView view, Set<String> shown) {
        this.view = view;
        this.shown = shown;
    }

    List<Note> all() {
        var threads = shown.contains(ProcessMetrics.THREADS_PEAK.title()) ? threads() : Optional.<String>empty();
        return Stream.of(threads.stream(), node(), dashes())
                .flatMap(texts -> texts)
                .map(text -> new Note(Note.Kind.COLUMNS, text))
                .toList();
    }

    /** A note on which threads the column counts for which targets; empty if ralbench had no view into any target. */
    private Optional<String> threads() {
        var jvms = names(true);
        var others = names(false);
        if (jvms.isEmpty() && others.isEmpty()) {
            return Optional.empty();
        }
        boolean isMixed = !jvms.isEmpty() && !others.isEmpty();
        var ofJvms = jvms.isEmpty()
                ? ""
                : "live Java threads" + ofView() + "; virtual threads and the JVM's own (GC, compilers)"
                        + " are not counted, the live display counts OS threads";
        var ofOthers = others.isEmpty() ? "" : "OS threads";
        return Optional.of("threads: peak of "
                + (isMixed
                        ? ofOthers + " of " + String.join(", ", others) + "; of " + String.join(", ", jvms) + " "
                                + ofJvms
                        : ofJvms + ofOthers));
    }

    private String ofView() {
        return mostOfView().stream()
                .filter(count -> count > 0)
                .mapToObj(count -> ", without the " + count + " of ralbench's view into the JVM")
                .findFirst()
                .orElse("");
    }

    private OptionalInt mostOfView() {
        return view.variants().stream()
                .flatMap(variant -> inside(variant))
                .flatMap(inside -> inside.jvm().stream())
                .flatMap(jvm -> jvm.viewThreads().stream())
                .mapToInt(Integer::intValue)
                .max();
    }

    private List<String> names(boolean isJvm) {
        return view.variants().stream()
                .filter(variant ->
                        inside(variant).anyMatch(inside -> inside.jvm().isPresent() == isJvm))
                .toList();
    }

    private Stream<InsideView> inside(String variant) {
        return view.wholeRun(variant).flatMap(whole -> whole.views().inside()).stream();
    }

    /** Of Node.js targets the heap is measured unlike a JVM's, and a JVM has no event loop of its own. */
    private Stream<String> node() {
        var targets = view.variants().stream()
                .filter(variant -> view.wholeRun(variant)
                        .flatMap(whole -> whole.views().inside())
                        .filter(inside -> inside.node().isPresent())
                        .isPresent())
                .toList();
        if (targets.isEmpty()) {
            return Stream.empty();
        }
        var notes = new ArrayList<String>();
        if (shown.contains(ProcessMetrics.HEAP_PEAK.title())) {
            notes.add("heap of " + String.join(", ", targets)
                    + ": most used heap of Node.js as polled once a second; it may"
                    + " have been more right before a collection");
        }
        if (shown.contains(ProcessMetrics.LOOP_LAG.title())) {
            notes.add(
                    "loop lag: how late the event loop of Node.js got to what was due, on average; below 1 ms it is the"
                            + " rounding of its timers");
        }
        return notes.stream();
    }

    private Stream<String> dashes() {
        var notes = new ArrayList<String>();
        if (shown.contains(RequestMetrics.P99.title()) && hasTooFewForP99()) {
            notes.add("p99 –: a level has it from " + Numbers.count((double) RequestMetrics.P99.leastSamples())
                    + " good responses on");
        }
        if (view.isWithoutInside()) {
            notes.add("no threads, heap, cpu/req: "
                    + ("unknown".equals(view.run().fingerprint().machine().get(Fingerprint.KERNEL))
                            ? "this machine has no /proc, as Linux does"
                            : "no target was looked into; a URL needs --pid for it"));
        }
        return notes.stream();
    }

    /** Of all trials together, as the table has it. */
    private boolean hasTooFewForP99() {
        return view.levels().stream()
                .flatMap(level -> view.variants().stream().map(variant -> view.figures(variant, level)))
                .anyMatch(figures -> figures.of(RequestMetrics.P99).isEmpty()
                        && figures.of(RequestMetrics.P50).isPresent());
    }
}
