package dev.ralbench.claims;

import dev.ralbench.claims.ClaimResult.TestResult;
import dev.ralbench.claims.ExpressionValue.Value;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import dev.ralbench.page.TableCell;
import dev.ralbench.reference.Claim;
import dev.ralbench.reference.ClaimKind;
import dev.ralbench.reference.ReferenceFigures;
import dev.ralbench.reference.ReferenceFigures.Figure;
import dev.ralbench.result.RunResult;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A study's claims and their results: a row for each test, and below them each claim in words with the reasons of its
 * verdict.
 *
 * @param results one for each claim of the study
 */
public record ClaimsTable(ReferenceFigures study, List<ClaimResult> results) {
    public ClaimsTable {
        results = List.copyOf(results);
    }

    private static final String TOO_CLOSE = "Not told apart: what was measured is within "
            + Numbers.plainPercent(ClaimJudge.LEAST_MARGIN)
            + " of the border, or within the noise of its trials, so that another run could say the opposite.";

    /** @param test none for a claim that cannot be tested */
    private record TestRow(String id, ClaimVerdict verdict, Optional<TestResult> test) {}

    /** Lines without line ends. */
    public List<String> render(Page page) {
        var lines = new ArrayList<String>();
        lines.add(
                page.line(Emphasis.TITLE, study.study() + "   " + study.source().title()));
        var rows = results.stream().flatMap(result -> rows(result).stream()).toList();
        lines.addAll(new Table<>(columns(rows)).render(List.of(rows), page));
        lines.add("");
        results.forEach(result -> lines.addAll(page.wrapped(Emphasis.NONE, inWords(result), 2)));
        return List.copyOf(lines);
    }

    /**
     * Claims of studies for a page in a browser.
     *
     * @param runs that they were held against: by name alone, because they would make the page too large
     */
    public static Map<String, Object> json(List<ClaimsTable> studies, List<RunResult> runs) {
        var json = new LinkedHashMap<String, Object>();
        json.put(
                "summary",
                summary(studies.stream()
                        .flatMap(study -> study.results().stream())
                        .toList()));
        json.put("runs", runs.stream().map(run -> run.origin().runId()).toList());
        json.put("studies", studies.stream().map(ClaimsTable::json).toList());
        return json;
    }

    /** The study, its table, and each claim in words. */
    private Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("study", study.study());
        json.put("title", study.source().title());
        json.put("summary", summary(results));
        var rows = results.stream().flatMap(result -> rows(result).stream()).toList();
        json.putAll(new Table<>(columns(rows)).json(List.of(rows)));
        json.put("words", results.stream().map(ClaimsTable::inWords).toList());
        return json;
    }

    /** {@code 31 claims: 9 reproduced, 5 not reproduced, ...}. */
    public static String summary(List<ClaimResult> results) {
        var counts = Arrays.stream(ClaimVerdict.values())
                .map(verdict -> results.stream()
                                .filter(result -> result.verdict() == verdict)
                                .count() + " "
                        + verdict.word())
                .collect(Collectors.joining(", "));
        return Numbers.counted(results.size(), "claim") + ": " + counts;
    }

    private static List<TestRow> rows(ClaimResult result) {
        var tests = result.tests();
        if (tests.isEmpty()) {
            return List.of(new TestRow(result.claim().id(), result.verdict(), Optional.empty()));
        }
        return IntStream.range(0, tests.size())
                .mapToObj(i -> new TestRow(
                        i == 0 ? result.claim().id() : "", tests.get(i).verdict(), Optional.of(tests.get(i))))
                .toList();
    }

    /** Without the column on trials if all of them are valid. */
    private static List<Column<TestRow>> columns(List<TestRow> rows) {
        var columns = new ArrayList<Column<TestRow>>();
        columns.add(Column.text("claim", 0, TestRow::id));
        columns.add(Column.text(
                "of", 0, row -> row.test.map(test -> test.test().about()).orElse("")));
        columns.add(new Column<>("verdict", Column.Align.LEFT, 0, ClaimsTable::verdict));
        columns.add(new Column<>(
                "measured",
                Column.Align.RIGHT,
                0,
                row -> cell(row.test.flatMap(Amounts::of).map(Amounts::measured))));
        columns.add(new Column<>(
                "expected",
                Column.Align.LEFT,
                0,
                row -> cell(row.test.flatMap(Amounts::of).map(Amounts::expected))));
        if (rows.stream().anyMatch(row -> !trials(row).isEmpty())) {
            columns.add(Column.text("trials", 0, ClaimsTable::trials));
        }
        return columns;
    }

    /** Whether a verdict rests on trials that cannot be trusted, all of them or some. */
    private static String trials(TestRow row) {
        return row.test
                .map(TestResult::basis)
                .map(basis -> basis.isAllSuspect() ? "suspect" : basis.suspect().isEmpty() ? "" : "some suspect")
                .orElse("");
    }

    private static TableCell cell(Optional<String> text) {
        return text.map(TableCell::of).orElse(TableCell.MISSING);
    }

    private static TableCell verdict(TestRow row) {
        var emphasis = switch (row.verdict) {
            case REPRODUCED -> Emphasis.GOOD;
            case NOT_REPRODUCED, CONTRADICTED_BY_ITS_SOURCE -> Emphasis.BAD;
            case NOT_TOLD_APART, NOT_MEASURED_HERE -> Emphasis.FAINT;
        };
        boolean isFarMore = row.test.filter(TestResult::isFarMore).isPresent();
        return new TableCell(isFarMore ? "more than claimed" : row.verdict.word(), emphasis);
    }

    private static String inWords(ClaimResult result) {
        var claim = result.claim();
        var words = new ArrayList<String>();
        words.add(claim.id() + " (" + (claim.kind() == ClaimKind.STRUCTURE ? "structure" : "figure") + "): "
                + claim.claim());
        result.contradiction().map(ClaimsTable::contradiction).ifPresent(words::add);
        missing(result).ifPresent(words::add);
        reasons(result).ifPresent(words::add);
        suspect(result).ifPresent(words::add);
        if (result.verdict() == ClaimVerdict.NOT_REPRODUCED) {
            words.add("Why not: " + (claim.knownNotToHold().isEmpty() ? "no reason is known" : claim.knownNotToHold())
                    + ".");
        }
        if (result.verdict() == ClaimVerdict.NOT_TOLD_APART) {
            words.add(TOO_CLOSE);
        }
        words.add(claim.note());
        return words.stream().filter(text -> !text.isEmpty()).collect(Collectors.joining(" "));
    }

    private static String contradiction(Figure figure) {
        return "Its own source says " + Numbers.published(figure.value(), figure.unit()) + " (" + figure.id() + ").";
    }

    private static Optional<String> missing(ClaimResult result) {
        var claim = result.claim();
        if (claim.tests().isEmpty()) {
            return Optional.of("Not measured: " + claim.notMeasured() + ".");
        }
        return said(
                "Not measured",
                "; ",
                result.tests().stream()
                        .flatMap(test -> Stream.of(test.measured(), test.expected()))
                        .filter(ExpressionValue.Missing.class::isInstance)
                        .map(reading -> ((ExpressionValue.Missing) reading).why()));
    }

    private static Optional<String> reasons(ClaimResult result) {
        return said(
                "Why so expected",
                "; ",
                result.tests().stream().map(test -> test.test().reason()));
    }

    private static Optional<String> suspect(ClaimResult result) {
        return said("Suspect trials", ", ", result.tests().stream().flatMap(test -> test.basis().suspect().stream()));
    }

    /** A sentence with each of the texts once; empty if they say nothing. */
    private static Optional<String> said(String label, String separator, Stream<String> texts) {
        var all = texts.filter(text -> !text.isEmpty()).distinct().collect(Collectors.joining(separator));
        return all.isEmpty() ? Optional.empty() : Optional.of(label + ": " + all + ".");
    }

    /** The numbers of a test, all in one unit: that which suits the expected value, as the studies write it. */
    private record Amounts(Claim.Test test, Value value, Value wanted) {
        /** Digits of a stated number; more of them come from dividing it by its unit. */
        private static final MathContext STATED = new MathContext(9);

        /**
         * A unit to print in.
         *
         * @param size of one of it, in the unit of the metric
         * @param suffix with the space before it, if it has one
         */
        private record Printed(double size, String suffix) {}

        /** Empty if a number is missing. */
        static Optional<Amounts> of(TestResult result) {
            return result.measured() instanceof Value value && result.expected() instanceof Value wanted
                    ? Optional.of(new Amounts(result.test(), value, wanted))
                    : Optional.empty();
        }

        /** {@code 1.21 s}, {@code 3.08×}. */
        String measured() {
            return switch (value.unit()) {
                case SHARE -> Numbers.share(value.value());
                case COUNT -> Numbers.count(value.value());
                default ->
                    Numbers.significant(value.value() / printed().size())
                            + printed().suffix();
            };
        }

        /** {@code more than 4×}, {@code 2.25 s ± 0.75 s}. */
        String expected() {
            return test.tolerance() == 0
                    ? test.qualifier().prefix() + amount(wanted.value())
                    : amount(wanted.value()) + " ± " + amount(test.tolerance());
        }

        /** With the digits that the source gives; a number that was worked out has three. */
        private String amount(double amount) {
            if (value.unit() == MetricUnit.SHARE) {
                return Numbers.plainPercent(amount);
            }
            double inUnit = amount / printed().size();
            boolean isStated = test.expected().containsKey("number") || amount == test.tolerance();
            var digits = isStated || value.unit() == MetricUnit.COUNT
                    ? Numbers.published(BigDecimal.valueOf(inUnit).round(STATED).doubleValue(), "1")
                    : Numbers.significant(inUnit);
            return digits + printed().suffix();
        }

        private Printed printed() {
            double size = Math.abs(wanted.value());
            return switch (value.unit()) {
                case COUNT, SHARE -> new Printed(1, "");
                // "4 times as many" is a quotient of two figures; queries per request are a figure
                case RATIO -> new Printed(1, test.value().containsKey("ratio") ? "×" : "");
                case PER_SECOND -> new Printed(1, "/s");
                case SECONDS -> size >= 1 || size == 0 ? new Printed(1, " s") : new Printed(1e-3, " ms");
                case MILLIS -> time(size, 1);
                case CPU_MICROS -> time(size, 1e3);
                case BYTES -> bytes(size, "");
                case BYTES_PER_SECOND -> bytes(size, "/s");
            };
        }

        private static Printed time(double size, double millisecond) {
            if (size >= 1e3 * millisecond) {
                return new Printed(1e3 * millisecond, " s");
            }
            return size >= millisecond || size == 0
                    ? new Printed(millisecond, " ms")
                    : new Printed(millisecond / 1e3, " µs");
        }

        /** Decimal, as the studies count. */
        private static Printed bytes(double size, String per) {
            if (size >= 1e6) {
                return size >= 1e9 ? new Printed(1e9, " GB" + per) : new Printed(1e6, " MB" + per);
            }
            return size >= 1e3 ? new Printed(1e3, " kB" + per) : new Printed(1, " B" + per);
        }
    }
}
