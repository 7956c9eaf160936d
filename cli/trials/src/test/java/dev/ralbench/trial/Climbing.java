package dev.ralbench.trial;

import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.RecordedElsewhere;
import dev.ralbench.result.Slo;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.trial.watch.LevelWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A search for the most users that has come to its end: 8 to 512 users in 19 levels of 5 s, each after a second in which
 * it settles.
 *
 * @param judged its levels as they ended, such as {@code 8 users MET}
 */
public record Climbing(Measurement measurement, UserTimeline performed, LoadEnd end, List<String> judged) {
    public static final LoadPlan PLAN = LoadPlan.of(
                    new LoadShape.ConstantUsers(1, Duration.ofSeconds(1)), Duration.ofSeconds(10))
            .climbing(new LoadShape.Climb(8, 512, Duration.ofSeconds(1), Duration.ofSeconds(5)));

    /** Carries it out against a target that answers by script. */
    public static Climbing with(Slo slo, int loops, Script script) {
        return with(slo, loops, script, LevelWatch.OtherParts.NONE, RecordedElsewhere.NONE);
    }

    /** As one part of several, which others record. */
    public static Climbing with(
            Slo slo, int loops, Script script, LevelWatch.OtherParts others, RecordedElsewhere elsewhere) {
        var sender = new ScriptedSender(loops, script);
        var recording = new LoadRecording(
                Slo.slotLimits(slo.limits()), script.workload().names(), slo.names(), elsewhere);
        var clock = sender.clock();
        var watches = new LevelWatch[1];
        var generator = new LoadGenerator(PLAN, sender, recording, window -> {
            if (window > 0) {
                watches[0].ended(window - 1, clock.nanoTime());
            }
            watches[0].began(window, clock.nanoTime());
        });
        watches[0] = new LevelWatch(Optional.of(slo), PLAN, recording, generator);
        watches[0].leadOn(others);
        var judged = new ArrayList<String>();
        watches[0].tell((level, judgement) -> judged.add(level + " " + judgement));
        var ended = generator.start();
        sender.run();
        return new Climbing(
                recording.finish(PLAN, generator.performed(), ""), generator.performed(), ended.join(), judged);
    }
}
