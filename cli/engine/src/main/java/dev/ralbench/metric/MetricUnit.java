package dev.ralbench.metric;

/** The unit of a {@link Metric}'s numbers. */
public enum MetricUnit {
    COUNT("1"),
    /** A plain quotient. */
    RATIO("1"),
    /** 0 to 1; shown in per cent. */
    SHARE("1"),
    PER_SECOND("1/s"),
    SECONDS("s"),
    MILLIS("ms"),
    /** Microseconds of CPU time. */
    CPU_MICROS("us"),
    BYTES("B"),
    BYTES_PER_SECOND("B/s");

    private final String symbol;

    MetricUnit(String symbol) {
        this.symbol = symbol;
    }

    /** The unit as files spell it; {@code 1} for pure numbers. */
    public String symbol() {
        return symbol;
    }
}
