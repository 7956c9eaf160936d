package dev.ralbench.metric;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Limits of metrics as people write them: {@code 300ms}, {@code 0.1%}, {@code 4000/s}, {@code 512MiB}, {@code 200}. */
public final class Quantity {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)(\\S*)");
    private static final MathContext THREE_DIGITS = new MathContext(3);

    private Quantity() {}

    /**
     * The number in the metric's unit; 0 needs none.
     *
     * @throws IllegalArgumentException with the end of a sentence that begins with the key: "needs a unit, got 300"
     */
    public static double parse(MetricUnit unit, String text) {
        if (text.startsWith("-")) {
            throw new IllegalArgumentException("must not be negative, got " + text);
        }
        var factors = factors(unit);
        var matcher = WRITTEN.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("needs " + wanted(factors) + ", got " + text);
        }
        var number = new BigDecimal(matcher.group(1));
        var symbol = matcher.group(2);
        if (symbol.isEmpty() && number.signum() == 0) {
            return 0;
        }
        return Optional.ofNullable(factors.get(symbol))
                .map(factor -> number.multiply(factor).doubleValue())
                .orElseThrow(() -> new IllegalArgumentException(
                        (symbol.isEmpty() ? "needs a unit: " : "needs ") + wanted(factors) + ", got " + text));
    }

    /** Up to three digits and a fitting unit, such as {@code 300 ms}; the text is the same on every machine. */
    public static String shown(MetricUnit unit, double value) {
        if (!Double.isFinite(value)) {
            return "unknown";
        }
        var exact = BigDecimal.valueOf(value);
        var suiting = factors(unit).entrySet().iterator().next();
        for (var candidate : factors(unit).entrySet()) {
            if (exact.abs().compareTo(candidate.getValue()) >= 0) {
                suiting = candidate;
            }
        }
        var digits = digits(exact.divide(suiting.getValue(), MathContext.DECIMAL64));
        boolean isApart = !suiting.getKey().isEmpty() && !suiting.getKey().startsWith("/");
        return digits + (isApart ? " " : "") + suiting.getKey();
    }

    private static String digits(BigDecimal value) {
        var rounded = value.abs().compareTo(BigDecimal.valueOf(1000)) < 0
                ? value.round(THREE_DIGITS)
                : value.setScale(0, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** The value in the metric's own unit, with all digits, so that {@link #parse} can read it back. */
    public static String written(MetricUnit unit, double value) {
        var own = factors(unit).entrySet().stream()
                .filter(symbol -> symbol.getValue().compareTo(BigDecimal.ONE) == 0)
                .findFirst()
                .orElseGet(() -> factors(unit).entrySet().iterator().next());
        var number = BigDecimal.valueOf(value).divide(own.getValue(), MathContext.DECIMAL64);
        return number.stripTrailingZeros().toPlainString() + own.getKey();
    }

    /** How the unit may be written, smallest first, and how much of the metric's unit each is. */
    private static Map<String, BigDecimal> factors(MetricUnit unit) {
        return switch (unit) {
            case COUNT, RATIO -> of("", "1");
            case SHARE -> of("%", "0.01");
            case PER_SECOND -> of("/s", "1");
            case SECONDS -> of("us", "0.000001", "ms", "0.001", "s", "1");
            case MILLIS -> of("us", "0.001", "ms", "1", "s", "1000");
            case CPU_MICROS -> of("us", "1", "ms", "1000", "s", "1000000");
            case BYTES -> of("B", "1", "KiB", "1024", "MiB", "1048576", "GiB", "1073741824");
            case BYTES_PER_SECOND -> of("B/s", "1", "KiB/s", "1024", "MiB/s", "1048576", "GiB/s", "1073741824");
        };
    }

    private static Map<String, BigDecimal> of(String... symbolsAndFactors) {
        var factors = new LinkedHashMap<String, BigDecimal>();
        for (int i = 0; i < symbolsAndFactors.length; i += 2) {
            factors.put(symbolsAndFactors[i], new BigDecimal(symbolsAndFactors[i + 1]));
        }
        return factors;
    }

    private static String wanted(Map<String, BigDecimal> factors) {
        return factors.containsKey("")
                ? "a number without a unit, such as 2"
                : "a number with " + String.join(", ", factors.keySet()) + " behind it";
    }
}
