package dev.ralbench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Shortens the time slice of its main thread, and says what it was before and is after. */
final class TimeSliceMain {
    private TimeSliceMain() {}

    public static void main(String[] arguments) {
        say("can be shortened", String.valueOf(TimeSlice.canBeShortened()));
        say("before", slice());
        TimeSlice.shorten();
        say("after", slice());
        say(
                "niceness",
                String.valueOf(new OwnProcess(ProcFs.ofThisMachine()).niceness().orElse(-100)));
    }

    private static void say(String what, String value) {
        System.out.println(what + " " + value);
    }

    /** In nanoseconds; the kernel's file has lines such as {@code se.slice : 2800000}. */
    private static String slice() {
        try (var lines = Files.lines(Path.of("/proc/thread-self/sched"))) {
            return lines.filter(line -> line.startsWith("se.slice"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException noSuchFile) {
            return "unknown";
        }
    }
}
