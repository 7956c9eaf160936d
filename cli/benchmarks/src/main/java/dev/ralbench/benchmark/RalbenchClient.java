package dev.ralbench.benchmark;

import dev.ralbench.load.net.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * ralbench itself, by its launcher, as a user would run it: with all of its checks on.
 *
 * @param options of the command line
 */
record RalbenchClient(String name, Path launcher, Transport transport, List<String> options) implements Client {
    RalbenchClient {
        options = List.copyOf(options);
    }

    static final String IO_URING = name(Transport.IO_URING);
    static final String EPOLL = name(Transport.EPOLL);
    static final String SECOND_SENDER = "ralbench-vertx";
    private static final int NOTHING_VALID = 6;
    private static final JsonMapper JSON = new JsonMapper();

    private static String name(Transport transport) {
        return "ralbench-" + transport;
    }

    /** The lean sender on one transport. */
    static RalbenchClient on(Transport transport, Path launcher) {
        return new RalbenchClient(name(transport), launcher, transport, List.of());
    }

    /** With the transport that users get by default. */
    static RalbenchClient atItsBest(Path launcher) {
        return on(Transport.best(), launcher);
    }

    /** The second sender, on Vert.x's HTTP client. */
    static RalbenchClient secondSender(Path launcher) {
        return new RalbenchClient(SECOND_SENDER, launcher, Transport.best(), List.of("--sender", "vertx"));
    }

    /** The same with these options of the command line. */
    RalbenchClient with(List<String> otherOptions) {
        return new RalbenchClient(name, launcher, transport, otherOptions);
    }

    @Override
    public boolean isInstalled() {
        return transport.isAvailable();
    }

    @Override
    public List<String> command(Shot shot) throws IOException {
        var scenario = Files.writeString(
                shot.file("scenario.yaml"), """
                schema: 1
                name: benchmark
                request: { path: %s, expect: { status: 200 } }
                load: %s
                variants: { server: { target: { url: "%s" } } }
                """.formatted(shot.url().getPath(), load(shot), withoutPath(shot)));
        var command = List.of(
                launcher.toString(),
                "run",
                scenario.toString(),
                "--transport",
                transport.toString(),
                "--output",
                result(shot).toString());
        return Commands.join(command, options);
    }

    private static String load(Shot shot) {
        return switch (shot.pace()) {
            case ShotPace.Busy busy -> "{ closed: " + constant(shot) + " }";
            case ShotPace.Thinking thinking -> "{ closed: " + constant(shot) + ", think: " + thinking.millis() + "ms }";
            case ShotPace.Rate rate ->
                "{ open: { rate: { perSecond: " + rate.perSecond() + ", hold: " + shot.seconds() + "s, users: "
                        + shot.users() + (rate.isPoisson() ? ", arrivals: poisson" : "") + " } } }";
        };
    }

    private static String constant(Shot shot) {
        return "{ constant: { users: " + shot.users() + ", hold: " + shot.seconds() + "s } }";
    }

    /** At full speed on one CPU it has to call its own result invalid, and says so. */
    @Override
    public boolean isGood(int exitCode) {
        return exitCode == 0 || exitCode == NOTHING_VALID;
    }

    private static String withoutPath(Shot shot) {
        return shot.url().getScheme() + "://" + shot.url().getAuthority();
    }

    private static Path result(Shot shot) {
        return shot.file("result.json");
    }

    @Override
    public long requests(Shot shot, String output) throws IOException {
        return wholeRun(shot).at("/completions/successful").asLong();
    }

    /** Bytes that all threads of the generator allocated while the load was on. */
    long allocatedBytes(Shot shot) throws IOException {
        return wholeRun(shot).at("/generator/allocatedBytes").asLong();
    }

    /** User and system time of all threads of the generator while the load was on. */
    double cpuSeconds(Shot shot) throws IOException {
        return wholeRun(shot).at("/generator/cpuSeconds").asDouble();
    }

    /** The sum of user-seconds over all outcomes. */
    double offeredUserSeconds(Shot shot) throws IOException {
        return wholeRun(shot).at("/ledger").values().stream()
                .mapToDouble(JsonNode::asDouble)
                .sum();
    }

    /** Its result's validity: {@code valid}, {@code suspect} or {@code invalid}, and why. */
    String validity(Shot shot) throws IOException {
        var validity = trial(shot).at("/validity");
        var reasons = validity.at("/reasons").values().stream()
                .map(JsonNode::asString)
                .toList();
        return validity.at("/verdict").asString() + (reasons.isEmpty() ? "" : ": " + String.join("; ", reasons));
    }

    JsonNode wholeRun(Shot shot) throws IOException {
        return measurement(shot).at("/wholeRun");
    }

    JsonNode measurement(Shot shot) throws IOException {
        return trial(shot).at("/measurement");
    }

    private static JsonNode trial(Shot shot) throws IOException {
        return JSON.readTree(Files.readString(result(shot))).at("/trials/0");
    }
}
