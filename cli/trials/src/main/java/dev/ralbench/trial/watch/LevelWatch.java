package dev.ralbench.trial.watch;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.Phase;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.result.Slo;
import java.util.Optional;

/**
 * Ends a load after two levels in a row that are shown to miss an objective: one could be the machine's. Goes by
 * requests that ended within a level, readable while users go on; the result goes by requests that began in it.
 */
public final class LevelWatch {
    private final Optional<Slo> slo;
    private final UserTimeline timeline;
    private final LoadRecording recording;
    private final Runnable stop;
    private boolean hasMissed;

    public LevelWatch(Optional<Slo> slo, UserTimeline timeline, LoadRecording recording, LoadGenerator generator) {
        this.slo = slo;
        this.timeline = timeline;
        this.recording = recording;
        this.stop = generator::stopAsSeen;
    }

    public void began(int window, long nowNanos) {
        if (isWatched(window)) {
            recording.mark(nowNanos);
        }
    }

    public void ended(int window, long nowNanos) {
        if (isWatched(window)) {
            var level = recording.sinceMark(nowNanos);
            boolean misses = slo.orElseThrow().judge(level.successful(), level.errorShare()) == Slo.Judgement.MISSED;
            if (misses && hasMissed) {
                stop.run();
            }
            hasMissed = misses;
        }
    }

    private boolean isWatched(int window) {
        return slo.isPresent() && timeline.phases().get(window) instanceof Phase.Hold;
    }
}
