package dev.ralbench.result;

import dev.ralbench.result.WorkDifference.Fact;
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

    /** Bodies of one shape: neither is this many times as long as the other, and so many bytes longer. */
    private static final int MOST_TIMES = 2;

    private static final int MOST_BYTES = 100;

    /** The differences between both variants, the most important first. */
    List<WorkDifference> differences(WorkRule.Same same) {
        var differences = new ArrayList<WorkDifference>();
        if (baseWork.status() != headWork.status()) {
            differences.add(answers(Fact.STATUS, String.valueOf(baseWork.status()), String.valueOf(headWork.status())));
        }
        if (same == WorkRule.Same.STATUS) {
            return differences;
        }
        if (!baseWork.contentType().equals(headWork.contentType())) {
            differences.add(answers(Fact.CONTENT_TYPE, type(baseWork), type(headWork)));
        }
        body(same).ifPresent(differences::add);
        differences.addAll(served());
        return differences;
    }

    private Optional<WorkDifference> body(WorkRule.Same same) {
        if (same == WorkRule.Same.BYTES && alwaysTheSame(baseWork) && alwaysTheSame(headWork)) {
            return baseWork.bodySha256().equals(headWork.bodySha256()) ? Optional.empty() : Optional.of(bytes());
        }
        return shape().or(() -> same == WorkRule.Same.BYTES ? constancy() : length());
    }

    /**
     * What a gate does not hold against {@code head}, and its reader may want to know: other bytes of the same shape.
     */
    Optional<String> otherBytes() {
        return alwaysTheSame(baseWork)
                        && alwaysTheSame(headWork)
                        && !baseWork.bodySha256().equals(headWork.bodySha256())
                ? Optional.of(head + " answers other bytes than " + base
                        + " in the same shape; work: { same: bytes } in" + " the scenario would not let that through")
                : Optional.empty();
    }

    private Optional<WorkDifference> shape() {
        if (isJson(baseWork) && isJson(headWork)) {
            return baseWork.shapeSha256().equals(headWork.shapeSha256())
                    ? Optional.empty()
                    : Optional.of(found(
                            Fact.SHAPE,
                            hash(baseWork.shapeSha256()),
                            hash(headWork.shapeSha256()),
                            head + " answers JSON of another structure than " + base));
        }
        return (isJson(baseWork) && isNoJson(headWork)) || (isNoJson(baseWork) && isJson(headWork))
                ? Optional.of(answers(Fact.SHAPE, kind(baseWork), kind(headWork)))
                : Optional.empty();
    }

    private static boolean isJson(Work work) {
        return work.shapeSha256().isPresent();
    }

    /** Not merely JSON whose structure differs from answer to answer. */
    private static boolean isNoJson(Work work) {
        return work.shapeSha256().isEmpty() && alwaysTheSame(work);
    }

    private static String kind(Work work) {
        return isJson(work) ? "JSON" : "no JSON";
    }

    /** Ten items in the place of a thousand are of the same structure, and other work. */
    private Optional<WorkDifference> length() {
        if (baseWork.bodyBytes().isEmpty() || headWork.bodyBytes().isEmpty()) {
            return Optional.empty();
        }
        long shorter = Math.min(baseWork.bodyBytes().get(), headWork.bodyBytes().get());
        long longer = Math.max(baseWork.bodyBytes().get(), headWork.bodyBytes().get());
        boolean isAlike = longer <= MOST_TIMES * shorter || (shorter > 0 && longer - shorter <= MOST_BYTES);
        return isAlike
                ? Optional.empty()
                : Optional.of(answers(Fact.LENGTH, length(baseWork) + " bytes", length(headWork) + " bytes"));
    }

    private Optional<WorkDifference> constancy() {
        return alwaysTheSame(baseWork) == alwaysTheSame(headWork)
                ? Optional.empty()
                : Optional.of(answers(Fact.BODY, constancy(baseWork), constancy(headWork)));
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
        return found(Fact.BODY, sizeAndHash(baseWork), sizeAndHash(headWork), words);
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
                base,
                Fact.SERVED,
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

    private WorkDifference answers(Fact fact, String expected, String found) {
        return found(fact, expected, found, says("answers " + found, expected));
    }

    private WorkDifference found(Fact fact, String expected, String found, String words) {
        return new WorkDifference(head, base, fact, Optional.empty(), expected, found, words);
    }

    private String says(String what, String before) {
        return head + " " + what + ", " + base + " " + before;
    }
}
