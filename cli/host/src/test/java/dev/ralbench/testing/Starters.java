package dev.ralbench.testing;

import dev.ralbench.Clock;
import dev.ralbench.process.Guard;
import dev.ralbench.process.Owner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStarter;
import dev.ralbench.process.Program;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.RunTag;
import dev.ralbench.process.UserCache;
import java.nio.file.Path;
import java.util.Map;

/** What starts services in tests: processes of this machine, on the JVM that the tests run on. */
public final class Starters {
    public static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private static final RunTag RUN_TAG = new RunTag(Owner.self(ProcFs.ofThisMachine()));

    private Starters() {}

    /** Directories in a cache; their guard ends with the tests' JVM. */
    public static RunDirectories directories(UserCache cache) {
        return new RunDirectories(cache, RUN_TAG, new Guard(RUN_TAG, ProcFs.ofThisMachine()));
    }

    /** To be closed; its guard ends with the tests' JVM. */
    public static ProcessStarter processes() {
        return processes(Map.of(Program.JAVA, JAVA));
    }

    /** The same with the Node.js of this machine. */
    public static ProcessStarter withNode() {
        return processes(Map.of(Program.JAVA, JAVA, Program.NODE, TestNode.executable()));
    }

    private static ProcessStarter processes(Map<Program, Path> programs) {
        var guard = new Guard(RUN_TAG, ProcFs.ofThisMachine());
        var directories = new RunDirectories(ItCache.SHARED, RUN_TAG, guard);
        return new ProcessStarter(programs, directories, RUN_TAG, guard, Clock.system());
    }
}
