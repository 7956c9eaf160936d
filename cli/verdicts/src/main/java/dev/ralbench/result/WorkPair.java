package dev.ralbench.result;

import dev.ralbench.scenario.WorkRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** Holds the work of one variant against that of another. */
record WorkPair(String base, Work baseWork, String head, Work headWork) {
    /**
     * In statements per request. One more statement in three requests is a third; rounding errors are far smaller.
     */
    private static final double SLACK = 0.05;

    private static final int DIGITS_SHOWN = 12;

    /** The differences between both variants, the most important first. */
    List<WorkDifference> differences(WorkRule.Same same) {
        var differences = new ArrayList<WorkDifference>();
        if (baseWork.status() != headWork.status()) {
            differences.add(answers("status", String.valueOf(baseWork.status()), String.valueOf(headWork.status())));
        }
        if (same == WorkRule.Same.STATUS) {
            return differences;
        }
        if (!baseWork.contentType().equals(headWork.contentType())) {
            differences.add(answers("contentType", type(baseWork), type(headWork)));
        }
        body(same).ifPresent(differences::add);
        differences.addAll(served());
        return differences;
    }

    private Optional<WorkDifference> body(WorkRule.Same same) {
        if (same == WorkRule.Same.BYTES && alwaysTheSame(baseWork) && alwaysTheSame(headWork)) {
            return baseWork.bodySha256().equals(headWork.bodySha256()) ? Optional.empty() : Optional.of(bytes());
        }
        if (baseWork.shapeSha256().isPresent()
                && headWork.shapeSha256().isPresent()
                && !baseWork.shapeSha256().equals(headWork.shapeSha256())) {
            return Optional.of(found(
                    "shape",
                    hash(baseWork.shapeSha256()),
                    hash(headWork.shapeSha256()),
                    head + " answers JSON of another structure than " + base));
        }
        if (same == WorkRule.Same.BYTES && alwaysTheSame(baseWork) != alwaysTheSame(headWork)) {
            return Optional.of(answers("body", constancy(baseWork), constancy(headWork)));
        }
        return Optional.empty();
    }

    private static boolean alwaysTheSame(Work work) {
        return work.bodySha256().isPresent();
    }

    private static String constancy(Work work) {
        return alwaysTheSame(work) ? "always the same bytes" : "other bytes each time";
    }

    private WorkDifference bytes() {
        var words = baseWork.bodyBytes().equals(headWork.bodyBytes())
                ? says("answers bytes of SHA-256 " + hash(headWork.bodySha256()), hash(baseWork.bodySha256()))
                : says("answers " + length(headWork) + " bytes", length(baseWork));
        return found("body", sizeAndHash(baseWork), sizeAndHash(headWork), words);
    }

    private static String sizeAndHash(Work work) {
        return length(work) + " bytes, " + hash(work.bodySha256());
    }

    private static String hash(Optional<String> sha256) {
        return sha256.map(text -> text.substring(0, Math.min(DIGITS_SHOWN, text.length())))
                .orElse("?");
    }

    private static String length(Work work) {
        return work.bodyBytes().map(String::valueOf).orElse("?");
    }

    private static String type(Work work) {
        return work.contentType().orElse("no content type");
    }

    private List<WorkDifference> served() {
        var names = new TreeSet<>(baseWork.servedPerRequest().keySet());
        names.retainAll(headWork.servedPerRequest().keySet());
        return names.stream()
                .filter(name -> Math.abs(served(baseWork, name) - served(headWork, name)) > SLACK)
                .map(this::servedBy)
                .toList();
    }

    private WorkDifference servedBy(String name) {
        var from = number(served(baseWork, name));
        var to = number(served(headWork, name));
        return new WorkDifference(
                head,
                "served",
                Optional.of(name),
                from + " per request",
                to + " per request",
                says("asks " + name + " " + to + " times per request", from));
    }

    private static double served(Work work, String name) {
        return work.servedPerRequest().getOrDefault(name, 0.0);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.format(Locale.ROOT, "%.2f", value);
    }

    private WorkDifference answers(String fact, String expected, String found) {
        return found(fact, expected, found, says("answers " + found, expected));
    }

    private WorkDifference found(String fact, String expected, String found, String words) {
        return new WorkDifference(head, fact, Optional.empty(), expected, found, words);
    }

    private String says(String what, String before) {
        return head + " " + what + ", " + base + " " + before;
    }
}
