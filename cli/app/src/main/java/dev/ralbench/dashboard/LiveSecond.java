package dev.ralbench.dashboard;

import dev.ralbench.Boxed;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.ProgressSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A second of a load.
 *
 * @param snapshot at its end
 * @param before the second before
 */
record LiveSecond(ProgressSnapshot snapshot, LoadRecording.Second before) {
    private static final double SHORTEST_SECONDS = 0.5;

    /** Whether it is long enough for a rate: one that a rest cut short is not. */
    boolean isWhole() {
        return length() >= SHORTEST_SECONDS;
    }

    /** Time in which the load was on. */
    private double length() {
        return snapshot.lastSecond().soFar().seconds() - before.soFar().seconds();
    }

    String variant() {
        return snapshot.at().variant();
    }

    private double goodput() {
        return snapshot.lastSecond().responses() / length();
    }

    /** In this order: seconds since the load began, goodput, p50, p99, users, failures per second, level. */
    List<Object> figures() {
        var second = snapshot.lastSecond();
        return List.of(
                snapshot.trial().seconds(),
                goodput(),
                Boxed.of(second.p50Millis()),
                Boxed.of(second.p99Millis()),
                snapshot.load().usersNow(),
                (second.failuresSoFar() - before.failuresSoFar()) / length(),
                snapshot.load().level());
    }

    /** What is going on, by the keys that the page shows. */
    Map<String, Object> now() {
        var at = snapshot.at();
        var load = snapshot.load();
        var second = snapshot.lastSecond();
        var now = new LinkedHashMap<String, Object>();
        now.put("variant", at.variant());
        now.put("block", at.block());
        now.put("blocks", at.blocks());
        now.put("trial", at.trial());
        now.put("trials", at.trials());
        now.put("takesTurns", at.turns());
        now.put("level", load.level());
        now.put("isOpen", load.open());
        now.put("users", load.usersNow());
        now.put("usersWanted", load.usersWanted());
        now.put("goodput", goodput());
        now.put("p50", Boxed.of(second.p50Millis()));
        now.put("p99", Boxed.of(second.p99Millis()));
        now.put("failures", second.failuresSoFar());
        now.put("target", snapshot.target().map(LiveSecond::target));
        now.put("ofTrial", length(snapshot.trial()));
        now.put("ofRun", length(snapshot.run()));
        return now;
    }

    private static Map<String, Object> target(ProgressSnapshot.TargetGlance target) {
        return Map.of(
                "threads", target.threads(), "residentBytes", target.residentBytes(), "cpuCores", target.cpuCores());
    }

    private static Map<String, Object> length(ProgressSnapshot.Length length) {
        Optional<Double> planned = Boxed.of(length.planned());
        return Map.of("seconds", length.seconds(), "planned", planned, "mayEndSooner", length.mayEndSooner());
    }
}
