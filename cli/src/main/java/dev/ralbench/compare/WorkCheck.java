package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.Work;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether all variants do the same for a request. A scenario may say how alike answers have to be, and which variants
 * differ by intention: {@code work: { same: bytes | shape | status, differs: { variant: reason } }}.
 */
final class WorkCheck {
    private static final double SLACK = 0.02;

    private final Same same;
    private final Map<?, ?> differs;
    private final Set<Difference> differences = new LinkedHashSet<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private Optional<Work> reference = Optional.empty();

    /** How alike answers have to be. */
    private enum Same {
        BYTES,
        SHAPE,
        STATUS;

        static Same named(String name) {
            for (var same : values()) {
                if (same.name().equalsIgnoreCase(name)) {
                    return same;
                }
            }
            throw Failure.usage(
                    "work.same of the scenario: must be bytes, shape or status, got " + name, "", "give one of them");
        }
    }

    private WorkCheck(RunResult first) {
        var written = first.scenario().get("work") instanceof Map<?, ?> map ? map : Map.of();
        this.same = written.get("same") instanceof String name ? Same.named(name) : Same.BYTES;
        this.differs = written.get("differs") instanceof Map<?, ?> map ? map : Map.of();
    }

    /** Looks at all trials that count; the first one is what the others have to be like. */
    static WorkCheck of(List<ResultSource> sources) {
        var check = new WorkCheck(sources.getFirst().run());
        for (var source : sources) {
            for (var variant : Variants.of(source.run())) {
                Blocks.lastAttempts(source.run()).values().stream()
                        .flatMap(List::stream)
                        .filter(trial -> trial.variant().equals(variant) && Blocks.isUsable(trial))
                        .forEach(check::add);
            }
        }
        return check;
    }

    List<Difference> differences() {
        return List.copyOf(differences);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    private void add(TrialResult trial) {
        var variant = trial.variant();
        if (differs.get(variant) instanceof String reason) {
            notes.add(variant + " does other work by intention: " + reason);
            return;
        }
        if (trial.work().isEmpty()) {
            notes.add("what a request makes " + variant + " do was not looked at");
            return;
        }
        var work = trial.work().get();
        if (reference.isEmpty()) {
            reference = trial.work();
        }
        compare(variant, reference.get(), work).stream()
                .filter(each -> seen.add(each.field()))
                .forEach(differences::add);
    }

    private List<Difference> compare(String variant, Work expected, Work found) {
        var prefix = "work." + variant + ".";
        var all = new ArrayList<Difference>();
        add(all, prefix + "status", Integer.toString(expected.status()), Integer.toString(found.status()));
        if (same == Same.BYTES) {
            add(all, prefix + "body", body(expected), body(found));
        }
        if (same == Same.SHAPE) {
            add(all, prefix + "shape", shape(expected), shape(found));
        }
        if (same != Same.STATUS) {
            served(all, prefix + "served.", expected, found);
        }
        return all;
    }

    private static void served(List<Difference> all, String prefix, Work expected, Work found) {
        var names = new TreeSet<>(expected.servedPerRequest().keySet());
        names.addAll(found.servedPerRequest().keySet());
        for (var name : names) {
            double a = expected.servedPerRequest().getOrDefault(name, 0.0);
            double b = found.servedPerRequest().getOrDefault(name, 0.0);
            if (Math.abs(a - b) > SLACK) {
                all.add(new Difference(prefix + name, a + " per request", b + " per request"));
            }
        }
    }

    private static void add(List<Difference> all, String field, String a, String b) {
        if (!a.equals(b)) {
            all.add(new Difference(field, a, b));
        }
    }

    private static String body(Work work) {
        return work.bodySha256()
                .map(hash -> work.bodyBytes().orElse(0L) + " bytes, " + shortened(hash))
                .orElse("never the same");
    }

    private static String shape(Work work) {
        return work.shapeSha256().map(WorkCheck::shortened).orElse("no JSON");
    }

    private static String shortened(String hash) {
        return hash.substring(0, Math.min(12, hash.length()));
    }
}
