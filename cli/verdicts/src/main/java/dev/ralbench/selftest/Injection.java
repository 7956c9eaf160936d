package dev.ralbench.selftest;

import java.util.List;

/**
 * A regression that the mini target can be made to have, and the rule that is meant to see it.
 *
 * @param variant of the scenario, compared with its variant {@code base}
 * @param rule id in the gate
 */
public record Injection(Setting setting, String variant, String rule) {

    /** A scenario and the gate that judges its runs, both built in. */
    public record Setting(String scenario, String gate) {}

    /** Noisy figures, judged over pairs. */
    public static final Setting NOISY = new Setting("selftest", "selftest");

    private static final Setting COUNTS = new Setting("selftest-sql", "selftest-counts");

    /** One for each kind of regression. */
    public static final List<Injection> ALL = List.of(
            new Injection(NOISY, "extra-cpu", "cpu/request@16"),
            new Injection(NOISY, "sleep", "p90@16"),
            new Injection(NOISY, "lock-pool", "goodput@16"),
            new Injection(NOISY, "leak", "heap.after-collection@all"),
            new Injection(NOISY, "stall", "stall@16"),
            new Injection(NOISY, "extra-allocation", "alloc/request@16"),
            new Injection(COUNTS, "extra-sql", "sql/request@all"),
            new Injection(COUNTS, "extra-threads", "threads.peak@all"));
}
