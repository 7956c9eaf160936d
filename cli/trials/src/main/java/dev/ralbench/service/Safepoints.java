package dev.ralbench.service;

import dev.ralbench.process.ProcFs;
import java.nio.file.Path;
import java.util.Optional;

/** How long this very JVM has let all of its threads stand still, from the file of its own counters. */
public final class Safepoints {
    private final Optional<Path> file;

    private Safepoints(Optional<Path> file) {
        this.file = file;
    }

    public static Safepoints ofThisJvm() {
        return new Safepoints(
                HsPerfData.find(ProcFs.ofThisMachine(), ProcessHandle.current().pid()));
    }

    /** Seconds since the JVM was started, on the way to safepoints included; empty if it keeps no counters. */
    public Optional<Double> seconds() {
        return file.flatMap(HsPerfData::read)
                .map(data -> (data.number("sun.rt.safepointTime") + data.number("sun.rt.safepointSyncTime"))
                        / (double) Math.max(1, data.number("sun.os.hrt.frequency")));
    }
}
