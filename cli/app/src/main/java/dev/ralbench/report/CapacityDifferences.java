package dev.ralbench.report;

import dev.ralbench.compare.CapacityComparison;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.result.KneeInterval;
import java.util.ArrayList;
import java.util.List;

/** What searches for the most users say of each other, in sentences. */
public final class CapacityDifferences {
    private static final int SEARCHES_FOR_A_SPREAD = 3;

    private CapacityDifferences() {}

    /** Lines without line ends. */
    public static List<String> render(CapacityComparison compared, Page page) {
        var lines =
                new ArrayList<>(page.wrapped(Emphasis.TITLE, "capacity: most users with " + compared.objective(), 2));
        compared.rows().forEach(row -> lines.addAll(page.wrapped(emphasis(row.ratio()), sentence(row), 2)));
        boolean hasFew = compared.rows().stream().anyMatch(CapacityDifferences::isOfFew);
        lines.addAll(page.wrapped(
                Emphasis.FAINT,
                "in brackets: bounds, each at 95 %"
                        + (hasFew
                                ? "; they leave out how starts of a target differ, which takes three searches each"
                                        + " (--trials 3)"
                                : ""),
                2));
        compared.differences()
                .forEach(each -> lines.addAll(page.wrapped(Emphasis.WARNING, "not comparable: " + each, 2)));
        return lines;
    }

    private static boolean isOfFew(CapacityComparison.Row row) {
        return Math.min(row.base().searches(), row.head().searches()) < SEARCHES_FOR_A_SPREAD;
    }

    private static Emphasis emphasis(KneeInterval.Ratio ratio) {
        return ratio.high() < 1 ? Emphasis.BAD : ratio.low() > 1 ? Emphasis.GOOD : Emphasis.NONE;
    }

    private static String sentence(CapacityComparison.Row row) {
        var ratio = row.ratio();
        var verdict = ratio.isTold()
                ? row.head().name() + " serves " + size(ratio) + " users than "
                        + row.base().name() + (isOfFew(row) ? " in these searches" : "")
                : row.head().name() + " and " + row.base().name() + " cannot be told apart"
                        + (ratio.estimate().isPresent()
                                ? ": " + percent(ratio.estimate().getAsDouble())
                                : "");
        var title = row.title().equals(row.head().name()) ? "" : row.title() + ": ";
        return title + verdict + " [" + percent(ratio.low()) + " " + percent(ratio.high()) + "]; "
                + CapacityRow.estimate(row.head().knee()) + " against "
                + CapacityRow.estimate(row.base().knee());
    }

    /** Such as {@code 9.8 % fewer}; without an estimate by how much at least. */
    private static String size(KneeInterval.Ratio ratio) {
        boolean isFewer = ratio.high() < 1;
        var words = isFewer ? " fewer" : " more";
        return ratio.estimate().isPresent()
                ? Numbers.plainPercent(Math.abs(ratio.estimate().getAsDouble() - 1)) + words
                : "at least " + Numbers.plainPercent(Math.abs((isFewer ? ratio.high() : ratio.low()) - 1)) + words;
    }

    private static String percent(double ratio) {
        return Double.isInfinite(ratio) ? "no bound" : Numbers.signedPercent(ratio - 1);
    }
}
