package dev.ralbench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** For tests that need a Spring service to be there and do not measure it: it is up with half of the CPU time. */
final class QuickStart {
    /** A line of a scenario. Without start-up caches: to make one takes longer than a few starts from it save. */
    static final String JVM = "jvm: -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto\n";

    private QuickStart() {}

    /** A built-in scenario with these flags in place of its own, as a file in that directory. */
    static String of(String builtIn, Path directory) throws IOException {
        var text = "schema: 1\nname: quick-start\nextends: " + builtIn + "\n" + JVM;
        return Files.writeString(directory.resolve("quick-start.yaml"), text).toString();
    }
}
