package dev.ralbench.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs ralbench as a user would, with a fault, and reads its own diagnosis. */
final class FaultBench {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String FIRST_BLOCK = "block 1:";
    private static final long LOOK_MILLIS = 20;
    /** Into the load, before something happens to it. */
    private static final long LEAD_MILLIS = 1_500;
    /** For start-up, calibration, their delays by a fault, and the end. */
    private static final int SECONDS_AROUND_LOAD = 100;

    private final Path launcher;
    private final int clientCpu;
    private final int targetCpu;

    FaultBench(Path launcher, int clientCpu, int targetCpu) {
        this.launcher = launcher;
        this.clientCpu = clientCpu;
        this.targetCpu = targetCpu;
    }

    /**
     * Ralbench's diagnosis.
     *
     * @param verdict valid, suspect, invalid, failed (with a message), refused (before the load), or hung
     * @param reasons given for it
     */
    record Diagnosis(String verdict, String reasons) {
        boolean isSilent() {
            return verdict.equals("valid") || verdict.equals("hung");
        }
    }

    Diagnosis run(Fault fault, Path directory) throws IOException, InterruptedException {
        try (var target = TargetProcess.in(directory, targetCpu, fault.load().delayMillis())) {
            if (fault.load().target() != Fault.Target.STARTED) {
                target.start();
            }
            var process = start(fault, target, directory);
            try {
                awaitLoad(fault, process, directory);
                if (process.isAlive()) {
                    fault.injection().into(new FaultInjection.Running(process, target, directory));
                }
                if (!process.waitFor(fault.load().seconds() + SECONDS_AROUND_LOAD, TimeUnit.SECONDS)) {
                    return new Diagnosis("hung", Files.readString(output(directory)));
                }
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            return outcome(directory, process.exitValue());
        }
    }

    private Process start(Fault fault, TargetProcess target, Path directory) throws IOException {
        var load = fault.load();
        var scenario = Files.writeString(directory.resolve("scenario.yaml"), """
                schema: 1
                name: fault
                request: { path: /, expect: { status: 200 } }
                load: { closed: { constant: { users: %d, hold: %ds } }, keepAlive: %s }
                variants: { server: { target: %s } }
                """.formatted(
                        load.users(), load.seconds(), load.keepAlive(), target.inScenario(load.target())));
        var command = new ArrayList<>(fault.start().wrapper());
        var run = List.of(
                launcher.toString(),
                "run",
                scenario.toString(),
                "--output",
                result(directory).toString());
        command.addAll(fault.start().isPinned() ? Commands.pinned(clientCpu, run) : run);
        var builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output(directory).toFile());
        builder.environment().put("RALBENCH_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(fault.start().environment());
        var process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    private static Path result(Path directory) {
        return directory.resolve("result.json");
    }

    private static Path output(Path directory) {
        return directory.resolve("output.txt");
    }

    /** Calibration holds connections too, so those count only after ralbench has reported the start of the first block. */
    private static void awaitLoad(Fault fault, Process process, Path directory)
            throws IOException, InterruptedException {
        while (process.isAlive()
                && !(Files.readString(output(directory)).contains(FIRST_BLOCK)
                        && sockets(process.pid()) >= fault.load().users() / 2)) {
            var unused = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
        var unused = process.waitFor(LEAD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static int sockets(long pid) {
        int count = 0;
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
            for (var descriptor : descriptors) {
                count += isSocket(descriptor) ? 1 : 0;
            }
        } catch (IOException | DirectoryIteratorException e) {
            return 0; // just ended
        }
        return count;
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException e) {
            return false;
        }
    }

    private static Diagnosis outcome(Path directory, int exitCode) throws IOException {
        var output = Files.readString(output(directory), StandardCharsets.UTF_8);
        if (!Files.exists(result(directory)) || Files.size(result(directory)) == 0) {
            return new Diagnosis(exitCode == 2 || exitCode == 7 ? "refused" : "exit " + exitCode, output);
        }
        var trial = JSON.readTree(Files.readString(result(directory))).at("/trials/0");
        if (trial.isMissingNode()) {
            return new Diagnosis(exitCode == 2 || exitCode == 7 ? "refused" : "exit " + exitCode, output);
        }
        var failure = trial.path("failure");
        return failure.isNull()
                ? new Diagnosis(trial.at("/validity/verdict").asString(), reasons(trial))
                : new Diagnosis("failed", failure.asString() + "; " + reasons(trial));
    }

    private static String reasons(JsonNode trial) {
        return String.join(
                "; ",
                trial.at("/validity/reasons").values().stream()
                        .map(JsonNode::asString)
                        .toList());
    }
}
