package dev.ralbench.monitoring;

/** The names of labels. */
final class SeriesLabels {
    static final String SCENARIO = "scenario";
    static final String RUN = "run";
    static final String VARIANT = "variant";
    /** A part of a load as configured, warm-up included, as displays call it. */
    static final String PHASE = "phase";

    /** Of stored runs: what tables have in a row, without warm-up. */
    static final String LEVEL = "level";

    static final String REQUEST = "request";
    static final String JOURNEY = "journey";
    static final String OUTCOME = "outcome";
    static final String JUDGEMENT = "judgement";
    static final String STATUS = "status";
    static final String VALIDITY = "validity";
    static final String GROUP = "group";
    static final String POOL = "pool";
    static final String DEPENDENCY = "dependency";

    static final String METRIC = "metric";
    static final String UNIT = "unit";
    static final String BASELINE = "baseline";
    static final String VERDICT = "verdict";

    private SeriesLabels() {}
}
