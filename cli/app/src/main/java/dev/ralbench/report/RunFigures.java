package dev.ralbench.report;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import dev.ralbench.page.Field;
import dev.ralbench.page.Spelling;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Every figure of a run that is known, for programs: level by level, then of the whole run. */
public final class RunFigures {
    static final List<Field<Figure>> FIELDS = List.of(
            new Field<>("level", figure -> figure.level().name()),
            new Field<>("variant", Figure::variant),
            new Field<>("metric", figure -> figure.metric().key()),
            new Field<>("unit", figure -> figure.metric().unit().symbol()),
            new Field<>("value", Figure::value),
            new Field<>("trials", Figure::trials),
            new Field<>("partial", Figure::isPartial),
            new Field<>("validity", figure -> Spelling.of(figure.validity())),
            new Field<>("published", Figure::published));

    private RunFigures() {}

    /**
     * One figure of a variant at a level.
     *
     * @param value over all trials, as the table has it, not rounded
     * @param trials that it is from
     * @param isPartial whether these did not complete, or their load was aborted
     * @param validity of the worst of them
     * @param published the study's name of the variant; empty if the scenario does not say
     */
    public record Figure(
            Level level,
            String variant,
            Metric metric,
            double value,
            int trials,
            boolean isPartial,
            ValidityLevel validity,
            Optional<String> published) {}

    /** Of a run. */
    public static List<Figure> of(RunResult run) {
        return of(new RunView(run));
    }

    static List<Figure> of(RunView view) {
        var ofLevels = view.levels().stream()
                .flatMap(level -> view.variants().stream().flatMap(variant -> of(view, level, variant)));
        var ofWholeRun = view.variants().stream().flatMap(variant -> of(view, Level.WHOLE_RUN, variant));
        return Stream.concat(ofLevels, ofWholeRun).toList();
    }

    private static Stream<Figure> of(RunView view, Level level, String variant) {
        var validity = view.trials(variant).stream()
                .map(trial -> trial.validity().verdict())
                .max(Comparator.naturalOrder())
                .orElse(ValidityLevel.INVALID);
        var figures = view.figures(variant, level);
        int trials = view.windows(variant, level).size();
        boolean isPartial = view.isPartial(variant);
        var names = view.named().stream().map(RunView.Named::name).toList();
        return Metrics.with(names).stream()
                .flatMap(metric -> figures.of(metric).stream()
                        .filter(Double::isFinite)
                        .mapToObj(value -> new Figure(
                                level,
                                variant,
                                metric,
                                value,
                                trials,
                                isPartial,
                                validity,
                                view.run().scenario().publishedName(variant))));
    }
}
