package dev.ralbench.command;

import dev.ralbench.scenario.FlagOverrides;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that change a scenario's load. */
final class LoadOptions {
    @Option(
            names = {"-u", "--users"},
            paramLabel = "N",
            description = "A constant number of users, for --duration.")
    private Optional<String> users = Optional.empty();

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Open model: requests per second for --duration, independent of responses. --users is then the"
                            + " largest number of connections.")
    private Optional<String> rate = Optional.empty();

    @Option(
            names = {"-n", "--requests"},
            paramLabel = "N",
            description = "Total number of requests from --users users, without a time limit.")
    private Optional<String> requests = Optional.empty();

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description = "How long, such as 30s.")
    private Optional<String> duration = Optional.empty();

    @Option(
            names = "--steps",
            paramLabel = "N,N,...",
            description = "Levels of users one after the other, such as 10,50,100.")
    private Optional<String> steps = Optional.empty();

    @Option(names = "--hold", paramLabel = "TIME", description = "How long each of --steps is held.")
    private Optional<String> hold = Optional.empty();

    @Option(names = "--think", paramLabel = "TIME", description = "Pause of a user between response and next request.")
    private Optional<String> think = Optional.empty();

    @Option(names = "--timeout", paramLabel = "TIME", description = "How long a user waits for a response.")
    private Optional<String> timeout = Optional.empty();

    @Option(names = "--stop-after", paramLabel = "TIME", description = "Hard end of the load.")
    private Optional<String> stopAfter = Optional.empty();

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description =
                    "Requests to each variant before its load, by as many users as that has at most (64 before an open one)."
                            + " With --order alternating: at least so many before its first window.")
    private Optional<String> warmUp = Optional.empty();

    FlagOverrides overrides() {
        return new FlagOverrides(users, rate, requests, duration, steps, hold, think, timeout, stopAfter, warmUp);
    }
}
