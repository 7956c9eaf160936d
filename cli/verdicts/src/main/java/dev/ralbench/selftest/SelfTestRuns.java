package dev.ralbench.selftest;

import dev.ralbench.selftest.Injection.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which runs a self-test makes, in which order. */
public final class SelfTestRuns {
    private SelfTestRuns() {}

    /**
     * A run that a self-test will make.
     *
     * @param injection empty if both variants are the same
     */
    public record Planned(Setting setting, Optional<Injection> injection) {
        /** The variant that is compared with base. */
        public String head() {
            return injection.map(Injection::variant).orElse("base");
        }
    }

    /**
     * Equal variants and regressions by turns, so that a self-test that is ended early has something of each.
     *
     * @param equal runs of equal variants
     * @param each runs of each regression
     */
    public static List<Planned> of(int equal, int each, List<Injection> injections) {
        var runs = new ArrayList<Planned>();
        int rounds = Math.max(1, Math.max(each, equal == 0 ? 0 : 1));
        for (int round = 0; round < rounds; round++) {
            for (int i = equal * round / rounds; i < equal * (round + 1) / rounds; i++) {
                runs.add(new Planned(Injection.NOISY, Optional.empty()));
            }
            if (round < each) {
                injections.forEach(injection -> runs.add(new Planned(injection.setting(), Optional.of(injection))));
            }
        }
        return List.copyOf(runs);
    }
}
