package dev.ralbench.load;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A level of a load: a row group of tables, and where rules and limits apply. Equal levels of two runs are compared.
 *
 * @param kind what the size counts
 * @param size users, or requests per second with six digits; of a ramp those that it leads to; 0 of the whole run
 * @param label the name that the scenario gives it
 * @param occurrence from 1; tells levels of one run apart that are the same in everything else
 */
public record Level(LevelKind kind, double size, Optional<String> label, int occurrence) {
    /** The figures of the whole run, in the place of a level. */
    public static final Level WHOLE_RUN = new Level(LevelKind.WHOLE_RUN, 0);

    /** A rate in mid-ramp has more digits than anyone wants to read. */
    private static final MathContext DIGITS = new MathContext(6);

    private static final Pattern NAME = Pattern.compile(
            "(?<ramp>ramp to )?(?<size>\\d{1,15}(?:\\.\\d{1,9})?)(?<rate>/s)?(?: (?<label>[a-z0-9][a-z0-9-]*))?(?: #(?<occurrence>\\d{1,9}))?");

    public Level {
        size = kind.unit.isEmpty() ? size : rounded(size).doubleValue();
    }

    private Level(LevelKind kind, double size) {
        this(kind, size, Optional.empty(), 1);
    }

    /** A number of users, without a label. */
    public static Level ofUsers(int users) {
        return new Level(LevelKind.USERS, users);
    }

    /** A number of users, or a ramp to it. */
    public static Level ofUsers(int users, boolean isRamp, Optional<String> label) {
        return new Level(LevelKind.of(isRamp, false), users, label, 1);
    }

    /** Requests per second, or a ramp to them. */
    public static Level ofRate(double perSecond, boolean isRamp, Optional<String> label) {
        return new Level(LevelKind.of(isRamp, true), perSecond, label, 1);
    }

    /** Stands in for a level if nothing was measured. */
    public static Level none() {
        return new Level(LevelKind.NONE, 0);
    }

    /** The level of that {@link #name}; empty if the text is no name of a level. */
    public static Optional<Level> find(String name) {
        if (name.equals(WHOLE_RUN.name())) {
            return Optional.of(WHOLE_RUN);
        }
        var matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        boolean isRate = matcher.group("rate") != null;
        if (!isRate && matcher.group("size").contains(".")) {
            return Optional.empty();
        }
        var occurrence = Optional.ofNullable(matcher.group("occurrence"));
        return Optional.of(new Level(
                LevelKind.of(matcher.group("ramp") != null, isRate),
                Double.parseDouble(matcher.group("size")),
                Optional.ofNullable(matcher.group("label")),
                occurrence.map(Integer::parseInt).orElse(1)));
    }

    /** The name in tables and files: {@code 10}, {@code 10 warm}, {@code 500/s}, {@code ramp to 64}, {@code 10 #2}. */
    public String name() {
        return kind.prefix
                + (kind.hasSize() ? digits(BigDecimal.valueOf(size)) : "")
                + kind.unit
                + label.map(text -> " " + text).orElse("")
                + (occurrence == 1 ? "" : " #" + occurrence);
    }

    /** {@code 64 users}, {@code 500 requests/s}, {@code ramp to 64 users}. */
    public String inWords() {
        return switch (kind) {
            case USERS, RAMP_TO_USERS ->
                kind.prefix + digits(BigDecimal.valueOf(size)) + (size == 1 ? " user" : " users");
            case RATE, RAMP_TO_RATE -> kind.prefix + digits(BigDecimal.valueOf(size)) + " requests" + kind.unit;
            case WHOLE_RUN, NONE -> kind.prefix;
        };
    }

    /** {@code 16, 64 users}, {@code 64 users, 500 requests/s}; each once. */
    public static String inWords(List<Level> levels) {
        var words =
                new ArrayList<>(levels.stream().map(Level::inWords).distinct().toList());
        for (int i = 0; i + 1 < words.size(); i++) {
            var unit = words.get(i).substring(words.get(i).indexOf(' '));
            if (words.get(i + 1).endsWith(unit)) {
                words.set(i, words.get(i).substring(0, words.get(i).length() - unit.length()));
            }
        }
        return String.join(", ", words);
    }

    /** Such as {@code 500/s}, {@code 0.5/s}. */
    public static String perSecond(double rate) {
        return digits(rounded(rate)) + "/s";
    }

    private static BigDecimal rounded(double rate) {
        return BigDecimal.valueOf(rate).round(DIGITS);
    }

    private static String digits(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    public boolean isWholeRun() {
        return kind == LevelKind.WHOLE_RUN;
    }

    /** Whether requests arrive at a rate. */
    public boolean isRate() {
        return kind == LevelKind.RATE || kind == LevelKind.RAMP_TO_RATE;
    }

    public boolean isRamp() {
        return kind == LevelKind.RAMP_TO_USERS || kind == LevelKind.RAMP_TO_RATE;
    }

    /** This level, numbered as one of several that are otherwise equal. */
    Level occurring(int number) {
        return new Level(kind, size, label, number);
    }
}
