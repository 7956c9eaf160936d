package dev.ralbench.yaml;

import dev.ralbench.Failure;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A duration with its unit: {@code 200ms}, {@code 1.5s}, {@code 2m}, {@code 1h}; a bare 0 needs none.
 *
 * @param zeroAllowed whether it may be 0
 */
public record DurationSyntax(boolean zeroAllowed) implements ValueSyntax<Duration> {
    public static final DurationSyntax ANY = new DurationSyntax(true);
    public static final DurationSyntax POSITIVE = new DurationSyntax(false);

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)(ms|s|m|h)");
    private static final Pattern ISO = Pattern.compile("PT-?[0-9][-0-9HMS.]*");
    private static final Duration LONGEST = Duration.ofHours(1000);

    @Override
    public Duration read(Node node) {
        if (!(node instanceof Node.Scalar scalar)) {
            throw new IllegalArgumentException("needs a duration such as 20s, got " + node.described());
        }
        var duration = parse(scalar.text());
        if (duration.isZero() && !zeroAllowed) {
            throw new IllegalArgumentException("must be positive, got " + scalar.text());
        }
        return duration;
    }

    public static Duration parse(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        if (text.startsWith("-")) {
            throw new IllegalArgumentException("must not be negative, got " + text);
        }
        if (text.matches("\\d+(\\.\\d+)?")) {
            throw new IllegalArgumentException("needs a unit, got " + text + "; write " + text + "s or " + text + "ms");
        }
        var matcher = WRITTEN.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("needs a number and a unit (ms, s, m or h) such as 20s, got " + text);
        }
        var duration = nanos(matcher.group(1), matcher.group(2));
        if (duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("must be at most 1000h, got " + text);
        }
        return duration;
    }

    /**
     * The value of an option that is a time, written as in scenarios: {@code 2.5s}, {@code 500ms}.
     *
     * @throws Failure of usage when it is none
     */
    public static Duration ofOption(String option, String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw Failure.usage(option + ": " + e.getMessage(), "", "write " + option + " 2.5s")
                    .causedBy(e);
        }
    }

    private static Duration nanos(String number, String unit) {
        var unitNanos = switch (unit) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            default -> Duration.ofHours(1);
        };
        var nanos = new BigDecimal(number).multiply(BigDecimal.valueOf(unitNanos.toNanos()));
        return Duration.ofSeconds(
                nanos.movePointLeft(9).longValue(),
                nanos.remainder(BigDecimal.valueOf(1_000_000_000)).longValue());
    }

    /** Whole seconds in seconds, anything else in milliseconds: one way to write each duration. */
    @Override
    public String written(Duration value) {
        if (value.equals(Duration.ofSeconds(value.toSeconds()))) {
            return value.toSeconds() + "s";
        }
        return BigDecimal.valueOf(value.getSeconds()) // its nanoseconds together may be more than a long holds
                        .movePointRight(3)
                        .add(BigDecimal.valueOf(value.getNano()).movePointLeft(6))
                        .stripTrailingZeros()
                        .toPlainString()
                + "ms";
    }

    /** A record's message with its durations as the file writes them: 0s for PT0S. */
    public static String inOurUnits(String message) {
        return ISO.matcher(message).replaceAll(match -> ANY.written(Duration.parse(match.group())));
    }

    @Override
    public Duration substitute() {
        return Duration.ofSeconds(1);
    }
}
