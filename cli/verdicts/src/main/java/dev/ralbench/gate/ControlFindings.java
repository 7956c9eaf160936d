package dev.ralbench.gate;

import java.util.List;
import java.util.Optional;

/**
 * What the control says about a run.
 *
 * @param differences between base and itself, in words: the run says nothing about head
 * @param tooNoisy metrics in which nothing tolerable can be shown yet: their rules cannot pass
 */
record ControlFindings(List<String> differences, List<TooNoisy> tooNoisy) {
    ControlFindings {
        differences = List.copyOf(differences);
        tooNoisy = List.copyOf(tooNoisy);
    }

    /** @param id of the cell, such as {@code stall@256} */
    record TooNoisy(String id, String words) {}

    static ControlFindings none() {
        return new ControlFindings(List.of(), List.of());
    }

    /** Why a rule with this id cannot pass; empty if the control does not object. */
    Optional<String> tooNoisy(String id) {
        return tooNoisy.stream()
                .filter(each -> each.id().equals(id))
                .map(TooNoisy::words)
                .findFirst();
    }
}
