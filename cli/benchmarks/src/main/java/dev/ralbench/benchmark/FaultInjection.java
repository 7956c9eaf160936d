package dev.ralbench.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Does something to a ralbench whose load is on; in a thread of the fault suite. */
@FunctionalInterface
interface FaultInjection {
    FaultInjection NOTHING = running -> {};

    /** May take as long as the load. */
    void into(Running running) throws IOException, InterruptedException;

    /**
     * A ralbench under load.
     *
     * @param target of its requests
     * @param directory for files of this run
     */
    record Running(Process ralbench, TargetProcess target, Path directory) {
        long pid() {
            return ralbench.pid();
        }

        boolean isOn() {
            return ralbench.isAlive();
        }

        /** Runs a command to its end. */
        void call(String... command) throws IOException, InterruptedException {
            start(List.of(command)).waitFor();
        }

        Process start(List<String> command) throws IOException {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("injection.txt").toFile()))
                    .start();
        }

        void pause(long millis) throws InterruptedException {
            var unused = ralbench.waitFor(millis, TimeUnit.MILLISECONDS);
        }
    }
}
