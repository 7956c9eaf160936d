package dev.ralbench.validity;

import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A figure of the generator, or of the machine under it, that must not be too large in any window.
 *
 * @param figure as documents name it
 * @param gauge where it is read; empty if it is not known, or the window is too short to tell
 * @param sentence with {@code {value}}, {@code {where}} and {@code {limit}}
 * @param isOutweighed whether a few windows of a level do not matter, see {@link Worst#thatMatters}
 * @param remedy that the finding ends with, if it helps in that window
 */
record GaugeCheck(
        String figure,
        Function<GeneratorUsage, Optional<Double>> gauge,
        Limit limit,
        String sentence,
        boolean isOutweighed,
        Function<WindowMeasurement, Optional<Remedy>> remedy)
        implements Check {

    GaugeCheck(String figure, Function<GeneratorUsage, Optional<Double>> gauge, Limit limit, String sentence) {
        this(figure, gauge, limit, sentence, false, window -> Optional.empty());
    }

    /** The same of which a few windows do not matter. */
    GaugeCheck outweighed() {
        return new GaugeCheck(figure, gauge, limit, sentence, true, remedy);
    }

    /** The same with something to do about it. */
    GaugeCheck with(Remedy remedyOfIt) {
        return with(window -> Optional.of(remedyOfIt));
    }

    /** The same with something to do about it in some windows. */
    GaugeCheck with(Function<WindowMeasurement, Optional<Remedy>> remedyOfIt) {
        return new GaugeCheck(figure, gauge, limit, sentence, isOutweighed, remedyOfIt);
    }

    @Override
    public List<CheckRow> rows() {
        return List.of(limit.row(figure));
    }

    @Override
    public Stream<CheckFinding> findings(TrialEvidence evidence) {
        return exceeded(evidence.measurement())
                .map(worst -> new CheckFinding(limit.verdict(worst.value()), said(worst), remedy.apply(worst.window())))
                .stream();
    }

    /** The largest value, if it is too large. */
    Optional<Worst> exceeded(Measurement measurement) {
        var worst = isOutweighed
                ? Worst.thatMatters(measurement, limit.most(), this::read)
                : Worst.of(measurement, this::read);
        return worst.filter(found -> limit.isExceededBy(found.value()));
    }

    private Optional<Double> read(WindowMeasurement window) {
        return window.views().generator().flatMap(gauge);
    }

    private String said(Worst worst) {
        return remedy.apply(worst.window())
                .map(what -> what.after(sentence))
                .orElse(sentence)
                .replace("{value}", limit.text(worst.value()))
                .replace("{where}", worst.where())
                .replace("{limit}", limit.text());
    }
}
