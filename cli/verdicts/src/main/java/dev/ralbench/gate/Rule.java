package dev.ralbench.gate;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.metric.Metric;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One rule of a gate: its subject and its judgement. A new kind of rule is a record that implements this, and its
 * {@link Kind} in {@link GateReader#RULES}.
 */
public sealed interface Rule permits RelativeRule, ExactRule, AbsoluteRule, DriftRule {
    /**
     * How rules of one kind are written in a gate file.
     *
     * @param key of their list, such as {@code relative}
     * @param isComparing whether they hold a variant against the baseline; of one metric at one level there is at most one
     *     rule that compares, and one that does not
     * @param reader of the keys that such a rule has in addition to metric, levels and {@code if_present}; it reports
     *     problems to the section, and the rule then only stands in for one
     */
    record Kind(String key, boolean isComparing, Function<RuleSection, Rule> reader) {}

    Kind kind();

    Metric metric();

    LevelChoice levels();

    /** Whether it is left out if a run can have no data for it. */
    boolean ifPresent();

    /** A copy of this rule at other levels. */
    Rule at(LevelChoice others);

    /** Requests of a trial at a level without which the metric has no value for this rule; 0 if any number will do. */
    long leastRequests();

    /** Whether chance always has a say in it, so that it takes a share of alpha even before anything is measured. */
    boolean isNoisy();

    /** Whether its result is a ratio of base and head, and not a difference in the metric's unit. */
    boolean isRatio();

    /** The differences of the blocks, if chance has a say in this rule: it then shares alpha with others that have any. */
    Optional<Evidence> evidence(Cell cell, ComparisonKind comparison, Look look);

    /** Judges one of its cells. */
    Judgement judge(Cell cell, Optional<Evidence> evidence, RuleContext context);

    /** The harm that a pass must exclude, as in verdicts: {@code 10 %}; empty of limits. */
    String tolerated();

    /** Such as {@code material 5 %, tolerated 10 %} or {@code at most 0.1 %}. */
    String bounds();

    /** Advice to settle an inconclusive rule; empty if it follows from the spread of the blocks. */
    Optional<String> advice();

    /** The keys of this rule as lines of a gate file. */
    List<String> written();
}
