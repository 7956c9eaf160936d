package dev.ralbench.dashboard;

import dev.ralbench.Boxed;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.ProgressSnapshot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A second of a load.
 *
 * @param snapshot at its end
 * @param news the totals since the one before
 */
record LiveSecond(ProgressSnapshot snapshot, LoadTotals news) {
    String variant() {
        return snapshot.at().variant();
    }

    LivePoint point() {
        var second = snapshot.lastSecond();
        return new LivePoint(
                snapshot.trial().seconds(),
                news.seconds(),
                news.responsesPerSecond(),
                second.p50Millis(),
                second.p99Millis(),
                snapshot.load().usersNow(),
                news.failures() / news.seconds(),
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
        now.put("goodput", news.responsesPerSecond());
        now.put("p50", Boxed.of(second.p50Millis()));
        now.put("p99", Boxed.of(second.p99Millis()));
        now.put("failures", second.failuresSoFar());
        now.put("target", snapshot.target().map(LiveSecond::target));
        return now;
    }

    /** How far trial and run are. */
    Map<String, Object> progress() {
        return Map.of(
                "takesTurns",
                snapshot.at().turns(),
                "trials",
                snapshot.at().trials(),
                "ofTrial",
                length(snapshot.trial()),
                "ofRun",
                length(snapshot.run()));
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
