package dev.ralbench.result;

import dev.ralbench.scenario.WorkRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** Holds the work of one variant against that of another. */
record WorkPair(String base, Work baseWork, String head, Work headWork) {
    /** Of three requests one more statement is a third; rounding is far below. */
    private static final double SLACK = 0.05;

    private static final int DIGITS_SHOWN = 12;

    /** In words, each beginning with the second variant's name. */
    List<String> differences(WorkRule.Same same) {
        var differences = new ArrayList<String>();
        if (baseWork.status() != headWork.status()) {
            differences.add(says("answers " + headWork.status(), String.valueOf(baseWork.status())));
        }
        if (same == WorkRule.Same.STATUS) {
            return differences;
        }
        if (!baseWork.contentType().equals(headWork.contentType())) {
            differences.add(says("answers " + type(headWork), type(baseWork)));
        }
        body(same).ifPresent(differences::add);
        differences.addAll(served());
        return differences;
    }

    private Optional<String> body(WorkRule.Same same) {
        if (same == WorkRule.Same.BYTES && alwaysTheSame(baseWork) && alwaysTheSame(headWork)) {
            return baseWork.bodySha256().equals(headWork.bodySha256()) ? Optional.empty() : Optional.of(bytes());
        }
        if (baseWork.shapeSha256().isPresent()
                && headWork.shapeSha256().isPresent()
                && !baseWork.shapeSha256().equals(headWork.shapeSha256())) {
            return Optional.of(head + " answers JSON of another structure than " + base);
        }
        if (same == WorkRule.Same.BYTES && alwaysTheSame(baseWork) != alwaysTheSame(headWork)) {
            return Optional.of(says("answers " + constancy(headWork), constancy(baseWork)));
        }
        return Optional.empty();
    }

    private static boolean alwaysTheSame(Work work) {
        return work.bodySha256().isPresent();
    }

    private static String constancy(Work work) {
        return alwaysTheSame(work) ? "always the same bytes" : "other bytes each time";
    }

    private String bytes() {
        return baseWork.bodyBytes().equals(headWork.bodyBytes())
                ? says("answers bytes of SHA-256 " + hash(headWork), hash(baseWork))
                : says("answers " + length(headWork) + " bytes", length(baseWork));
    }

    private static String hash(Work work) {
        return work.bodySha256().map(text -> text.substring(0, DIGITS_SHOWN)).orElse("?");
    }

    private static String length(Work work) {
        return work.bodyBytes().map(String::valueOf).orElse("?");
    }

    private static String type(Work work) {
        return work.contentType().orElse("no content type");
    }

    private List<String> served() {
        var names = new TreeSet<>(baseWork.servedPerRequest().keySet());
        names.retainAll(headWork.servedPerRequest().keySet());
        return names.stream()
                .filter(name -> Math.abs(served(baseWork, name) - served(headWork, name)) > SLACK)
                .map(name -> says(
                        "asks " + name + " " + number(served(headWork, name)) + " times per request",
                        number(served(baseWork, name))))
                .toList();
    }

    private static double served(Work work, String name) {
        return work.servedPerRequest().getOrDefault(name, 0.0);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.format(Locale.ROOT, "%.2f", value);
    }

    private String says(String what, String before) {
        return head + " " + what + ", " + base + " " + before;
    }
}
