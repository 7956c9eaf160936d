package dev.ralbench.runner;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.Segment;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Slo;
import java.util.Optional;

/**
 * Ends a load after the first level that misses an objective. Goes by what ended within the level, which is what can be
 * read while users go on; the result goes by what began in it.
 */
final class LevelWatch {
    private final Optional<Slo> slo;
    private final UserTimeline timeline;
    private final LoadRecording recording;
    private final Runnable stop;

    LevelWatch(Optional<Slo> slo, UserTimeline timeline, LoadRecording recording, LoadGenerator generator) {
        this.slo = slo;
        this.timeline = timeline;
        this.recording = recording;
        this.stop = generator::stopAsSeen;
    }

    void began(int window, long nowNanos) {
        if (isWatched(window)) {
            recording.mark(nowNanos);
        }
    }

    void ended(int window, long nowNanos) {
        if (isWatched(window)) {
            var level = recording.sinceMark(nowNanos);
            if (!slo.orElseThrow().isMetBy(level.successful(), level.errorShare())) {
                stop.run();
            }
        }
    }

    private boolean isWatched(int window) {
        return slo.isPresent() && timeline.segments().get(window) instanceof Segment.Level;
    }
}
