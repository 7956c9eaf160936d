package dev.ralbench.gate;

import dev.ralbench.metric.Metric;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Known and wanted changes, as they stand on a day. */
public record Acceptances(List<Acceptance> all, LocalDate today) {
    public Acceptances {
        all = List.copyOf(all);
    }

    /**
     * A change for the worse that is known and wanted.
     *
     * @param until the last day on which it counts
     * @param newMaterial the harm up to which it is accepted: relative for a noisy metric, in the metric's unit for an
     *     exact one
     */
    public record Acceptance(Metric metric, LocalDate until, String reason, double newMaterial) {}

    /** An outcome after acceptances, and a remark about them; empty if there are none. */
    record Accepted(RuleOutcome outcome, String remark) {}

    /**
     * Whether a harm is an accepted one: its upper bound has to be, so that more harm or more noise never helps.
     *
     * @param outcome without any acceptance
     * @param estimate of the harm, on the scale of new_material
     * @param high upper bound of the harm, on the same scale
     */
    Accepted apply(Metric metric, RuleOutcome outcome, double estimate, double high) {
        var acceptance = of(metric);
        boolean isNeeded = outcome == RuleOutcome.FAIL || outcome == RuleOutcome.INCONCLUSIVE;
        if (acceptance.isEmpty() || !isNeeded) {
            return new Accepted(outcome, "");
        }
        var change = acceptance.get();
        if (today.isAfter(change.until())) {
            return new Accepted(outcome, "; its acceptance (" + change.reason() + ") has expired on " + change.until());
        }
        if (high < change.newMaterial()) {
            return new Accepted(RuleOutcome.ACCEPTED, "; accepted until " + change.until() + ": " + change.reason());
        }
        return estimate < change.newMaterial()
                ? new Accepted(
                        RuleOutcome.INCONCLUSIVE, "; not shown to be less than is accepted until " + change.until())
                : new Accepted(outcome, "; more than is accepted until " + change.until());
    }

    /** Whether the metric has an acceptance that counts no more. */
    boolean isExpired(Metric metric) {
        return of(metric).filter(change -> today.isAfter(change.until())).isPresent();
    }

    private Optional<Acceptance> of(Metric metric) {
        return all.stream().filter(change -> change.metric().equals(metric)).findFirst();
    }
}
