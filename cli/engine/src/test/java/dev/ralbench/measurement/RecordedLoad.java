package dev.ralbench.measurement;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadRecorder;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A load without a generator: just the events of its loops, at times in milliseconds. */
final class RecordedLoad {
    static final long MILLI = 1_000_000;

    final LoadRecording recording;
    private final List<LoadRecorder> loops = new ArrayList<>();

    RecordedLoad(int loops) {
        this(loops, SlotLimits.NONE);
    }

    RecordedLoad(int loops, SlotLimits limits) {
        this.recording = new LoadRecording(limits);
        for (int loop = 0; loop < loops; loop++) {
            this.loops.add(recording.forLoop(loop));
        }
    }

    LoadRecorder loop(int loop) {
        return loops.get(loop);
    }

    /** On every loop. */
    void begins(int window, long millis) {
        loops.forEach(loop -> loop.windowBegan(window, false, millis * MILLI));
    }

    /** On every loop; until the next one begins there is a rest. */
    void rests(long millis) {
        loops.forEach(loop -> loop.windowEnded(millis * MILLI));
    }

    /** A request of the first loop. */
    void request(int window, Outcome outcome, long fromMillis, long toMillis) {
        request(0, window, outcome, fromMillis, toMillis, outcome.isFailure() ? "failed" : "");
    }

    void request(int loop, int window, Outcome outcome, long fromMillis, long toMillis, String detail) {
        loop(loop).requestStarted(window, fromMillis * MILLI);
        loop(loop).requestEnded(window, 0, outcome, fromMillis * MILLI, toMillis * MILLI, detail);
    }

    /** On every loop; with so many windows of a level, one after the other. */
    Measurement ends(long millis, int levels) {
        var level = new LoadShape.ConstantUsers(10, Duration.ofSeconds(10));
        return ends(
                millis,
                new LoadShape.Sequence(
                        Stream.<LoadShape>generate(() -> level).limit(levels).toList()));
    }

    Measurement ends(long millis, LoadShape shape) {
        loops.forEach(loop -> loop.loadEnded(millis * MILLI));
        return recording.finish(LoadPlan.of(shape, Duration.ofSeconds(10)), "");
    }
}
