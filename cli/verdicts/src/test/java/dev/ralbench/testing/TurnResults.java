package dev.ralbench.testing;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.Design;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results of variants that took turns. */
public final class TurnResults {
    private TurnResults() {}

    /** Two pairs with two windows at each of two levels; the first block was disturbed and measured again. */
    public static RunResult twoPairs() {
        var like = Results.delay200(2);
        var trials = List.of(
                trial(like, "reactive", 1, 1, 1, 260, Validity.valid()),
                trial(like, "imperative", 1, 2, 1, 900, disturbed()),
                trial(like, "imperative", 1, 1, 2, 210, Validity.valid()),
                trial(like, "reactive", 1, 2, 2, 205, Validity.valid()),
                trial(like, "imperative", 2, 1, 1, 212, Validity.valid()),
                trial(like, "reactive", 2, 2, 1, 204, Validity.valid()));
        var turns = new Design.Turns(List.of(256, 1024), 2, 2500, 500, 20_000, 60_000);
        var design = Copy.of(like.layout().design())
                .with("order", Design.Order.ALTERNATING)
                .with("turns", Optional.of(turns))
                .made();
        return Copy.of(like)
                .with("layout.design", design)
                .with(
                        "layout.order",
                        List.of(
                                List.of("reactive", "imperative"),
                                List.of("imperative", "reactive"),
                                List.of("imperative", "reactive")))
                .with("expected.predictions", Map.of())
                .with("expected.reference", Optional.empty())
                .with("trials", trials)
                .made();
    }

    private static Validity disturbed() {
        return new Validity(
                ValidityLevel.INVALID,
                List.of("23.0 % of the CPUs' time in one window was stolen by the host (at most 10.0 %)"));
    }

    private static TrialResult trial(
            RunResult like, String variant, int block, int slot, int attempt, double millis, Validity validity) {
        return Copy.of(like.trials().getFirst())
                .with("id.variant", variant)
                .with("id.block", block)
                .with("id.slot", slot)
                .with("id.attempt", attempt)
                .with("measurement", Optional.of(measurement(millis)))
                .with("validity", validity)
                .made();
    }

    private static Measurement measurement(double millis) {
        var windows = new ArrayList<WindowMeasurement>();
        windows.add(Windows.window(WindowKind.WARM_UP, 1024, 1024, 0, 4, millis * 2, 0));
        double at = 10;
        for (int users : List.of(256, 1024)) {
            for (int i = 0; i < 2; i++) {
                windows.add(Windows.window(WindowKind.WARM_UP, users, users, at, 0.6, millis * 3, 0));
                windows.add(Windows.window(WindowKind.TURN, users, users, at + 0.6, 2.5, millis + i, 0));
                at += 7;
            }
        }
        var turns = windows.stream()
                .filter(window -> window.kind() == WindowKind.TURN)
                .toList();
        return new Measurement(windows, Windows.wholeRun(turns), new Series(0.25, List.of()), Map.of(), "");
    }
}
