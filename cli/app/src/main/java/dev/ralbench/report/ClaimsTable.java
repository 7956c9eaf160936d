package dev.ralbench.report;

import dev.ralbench.claims.ClaimJudge;
import dev.ralbench.claims.ClaimResult;
import dev.ralbench.claims.ClaimResult.TestResult;
import dev.ralbench.claims.ClaimVerdict;
import dev.ralbench.claims.ExpressionValue;
import dev.ralbench.page.Column;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Table;
import dev.ralbench.page.TableCell;
import dev.ralbench.result.ClaimKind;
import dev.ralbench.result.ReferenceFigures;
import dev.ralbench.result.ReferenceFigures.Figure;
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

    /** For a page in a browser: the study, its table, and each claim in words. */
    Map<String, Object> json() {
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
                row -> cell(row.test.flatMap(ClaimAmounts::of).map(ClaimAmounts::measured))));
        columns.add(new Column<>(
                "expected",
                Column.Align.LEFT,
                0,
                row -> cell(row.test.flatMap(ClaimAmounts::of).map(ClaimAmounts::expected))));
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
}
