package dev.ralbench.dependency;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Servers that are found and data that is loaded once: each trial starts with fresh servers that hold it. */
public interface PreparedEnvironment {
    /** Without any server. */
    static PreparedEnvironment none() {
        return new PreparedEnvironment() {
            @Override
            public Map<String, String> software() {
                return Map.of();
            }

            @Override
            public Map<String, String> calibrated() {
                return Map.of();
            }

            @Override
            public RunningEnvironment start(Path logDirectory, String prefix) {
                return new RunningEnvironment(List.of(), List.of());
            }
        };
    }

    /** The servers by the dependency's name: product, version and origin; the same for all trials. */
    Map<String, String> software();

    /** Measurements on this machine that chose the servers' data, by the dependency's name; the same for all trials. */
    Map<String, String> calibrated();

    /**
     * Starts all servers, side by side, with their data restored, and waits until they can be used.
     *
     * @param logDirectory for their output: {@code <prefix>-mysql.log} and so on
     * @param prefix of file names there
     * @throws dev.ralbench.Failure when one cannot be used; then none is left running
     * @throws InterruptedException when interrupted; then none is left running either
     */
    RunningEnvironment start(Path logDirectory, String prefix) throws InterruptedException;
}
