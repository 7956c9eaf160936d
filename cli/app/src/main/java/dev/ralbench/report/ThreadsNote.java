package dev.ralbench.report;

import dev.ralbench.measurement.InsideView;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Explains the threads column: a JVM's count differs from that of the operating system and the live display. */
final class ThreadsNote {
    private ThreadsNote() {}

    /** A note on which threads the column counts for which targets; empty if ralbench had no view into any target. */
    static Optional<String> of(RunView view) {
        var jvms = names(view, true);
        var others = names(view, false);
        if (jvms.isEmpty() && others.isEmpty()) {
            return Optional.empty();
        }
        boolean isMixed = !jvms.isEmpty() && !others.isEmpty();
        var ofJvms = jvms.isEmpty()
                ? ""
                : "live Java threads" + ofView(view) + "; virtual threads and the JVM's own (GC, compilers)"
                        + " are not counted, the live display counts OS threads";
        var ofOthers = others.isEmpty() ? "" : "OS threads";
        return Optional.of("threads: peak of "
                + (isMixed
                        ? ofOthers + " of " + String.join(", ", others) + "; of " + String.join(", ", jvms) + " "
                                + ofJvms
                        : ofJvms + ofOthers));
    }

    private static String ofView(RunView view) {
        return mostOfView(view).stream()
                .filter(count -> count > 0)
                .mapToObj(count -> ", without the " + count + " of ralbench's view into the JVM")
                .findFirst()
                .orElse("");
    }

    private static OptionalInt mostOfView(RunView view) {
        return view.variants().stream()
                .flatMap(variant -> inside(view, variant))
                .flatMap(inside -> inside.jvm().stream())
                .flatMap(jvm -> jvm.viewThreads().stream())
                .mapToInt(Integer::intValue)
                .max();
    }

    private static List<String> names(RunView view, boolean isJvm) {
        return view.variants().stream()
                .filter(variant ->
                        inside(view, variant).anyMatch(inside -> inside.jvm().isPresent() == isJvm))
                .toList();
    }

    private static Stream<InsideView> inside(RunView view, String variant) {
        return view.wholeRun(variant).flatMap(whole -> whole.views().inside()).stream();
    }
}
