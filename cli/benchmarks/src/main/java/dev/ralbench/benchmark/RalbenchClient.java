package dev.ralbench.benchmark;

import dev.ralbench.load.net.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * ralbench itself, by its launcher, as a user would run it: with all of its checks on.
 *
 * @param transport empty if ralbench chooses
 * @param options of the command line
 * @param requests what its users send, as a scenario has it; empty for the shot's one request
 */
record RalbenchClient(
        String name, Path launcher, Optional<Transport> transport, List<String> options, Optional<String> requests)
        implements Client {
    RalbenchClient {
        options = List.copyOf(options);
    }

    static final String DEFAULT = "ralbench";
    private static final int NOTHING_VALID = 6;
    private static final JsonMapper JSON = new JsonMapper();

    /** The name of ralbench on a transport that is asked for. */
    static String name(Transport transport) {
        return DEFAULT + "-" + transport;
    }

    /** As users get it. */
    static RalbenchClient byDefault(Path launcher) {
        return new RalbenchClient(DEFAULT, launcher, Optional.empty(), List.of(), Optional.empty());
    }

    /** The lean sender on one transport. */
    static RalbenchClient on(Transport transport, Path launcher) {
        return new RalbenchClient(name(transport), launcher, Optional.of(transport), List.of(), Optional.empty());
    }

    /** With the transport that users get by default. */
    static RalbenchClient atItsBest(Path launcher) {
        return on(Transport.best(), launcher);
    }

    /** The same with these options of the command line. */
    RalbenchClient with(List<String> otherOptions) {
        return new RalbenchClient(name, launcher, transport, otherOptions, requests);
    }

    /** The same by another name. */
    RalbenchClient named(String otherName) {
        return new RalbenchClient(otherName, launcher, transport, options, requests);
    }

    /** The same, by another name, whose users send something else. */
    RalbenchClient sending(String otherName, String otherRequests) {
        return new RalbenchClient(otherName, launcher, transport, options, Optional.of(otherRequests));
    }

    @Override
    public boolean isInstalled() {
        return transport.map(Transport::isAvailable).orElse(true);
    }

    @Override
    public List<String> command(Shot shot) throws IOException {
        var scenario = Files.writeString(shot.file("scenario.yaml"), """
                schema: 1
                name: benchmark
                %s
                load: %s
                variants: { server: { target: { url: "%s"%s } } }
                """.formatted(
                        requests.orElseGet(() -> "request: { path: "
                                + shot.url().getPath() + ", " + request(shot.request()) + "expect: { status: 200 } }"),
                        load(shot),
                        withoutPath(shot),
                        target(shot)));
        var command = new ArrayList<>(List.of(
                launcher.toString(),
                "run",
                scenario.toString(),
                "--output",
                result(shot).toString()));
        transport.ifPresent(chosen -> command.addAll(List.of("--transport", chosen.toString())));
        command.addAll(options);
        return command;
    }

    private static String target(Shot shot) {
        return (shot.url().getScheme().equals("https") ? ", tls: { insecure: true }" : "")
                + shot.server().map(server -> ", pid: " + server.pid()).orElse("");
    }

    private static String request(ShotRequest request) {
        return (request.httpVersion() == 1 ? "" : "http: " + request.httpVersion() + ", ")
                + (request.postBytes() == 0 ? "" : "method: POST, body: " + request.body() + ", ");
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

    /** The sum of user-seconds over all outcomes. */
    double offeredUserSeconds(Shot shot) throws IOException {
        return wholeRun(shot).at("/ledger").values().stream()
                .mapToDouble(JsonNode::asDouble)
                .sum();
    }

    /** Its result's validity: {@code valid}, {@code suspect} or {@code invalid}. */
    String verdict(Shot shot) throws IOException {
        return trial(shot).at("/validity/verdict").asString();
    }

    /** Why it is not valid; empty if it is. */
    List<String> reasons(Shot shot) throws IOException {
        return trial(shot).at("/validity/reasons").values().stream()
                .map(JsonNode::asString)
                .toList();
    }

    /** What sent the load, such as {@code Netty HTTP/1.1 on io_uring, 1 event loop}. */
    String sender(Shot shot) throws IOException {
        return read(shot).at("/generator/sender").asString();
    }

    JsonNode wholeRun(Shot shot) throws IOException {
        return measurement(shot).at("/wholeRun");
    }

    JsonNode measurement(Shot shot) throws IOException {
        return trial(shot).at("/measurement");
    }

    @Override
    public OptionalDouble lateMillis(Shot shot, String output) throws IOException {
        var late = measurement(shot).at("/windows/0/open/late/p99Millis"); // such a load has one window
        return late.isNumber() ? OptionalDouble.of(late.asDouble()) : OptionalDouble.empty();
    }

    static JsonNode trial(Shot shot) throws IOException {
        return read(shot).at("/trials/0");
    }

    private static JsonNode read(Shot shot) throws IOException {
        return JSON.readTree(Files.readString(result(shot)));
    }
}
