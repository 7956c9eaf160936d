package dev.ralbench.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.net.Transport;
import dev.ralbench.placement.Placement;
import dev.ralbench.placement.Precedence;
import dev.ralbench.placement.Role;
import dev.ralbench.process.CpuSet;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioCatalog;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What sends a load where the user leaves it open, and which numbers of event loops are refused. */
class SenderChoiceTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final RunRequest REQUEST = RunRequest.of("http://127.0.0.1:9/");

    @TempDir
    private Path directory;

    private static LoadPlan users(int users) {
        return LoadPlan.of(new LoadShape.ConstantUsers(users, SECOND), SECOND);
    }

    private static LoadPlan rate(double perSecond) {
        return LoadPlan.of(new LoadShape.Open(new RateShape.Constant(perSecond, SECOND), Arrivals.even(), 64), SECOND);
    }

    private static Transport transport(LoadPlan load) {
        return SenderChoice.transportOf(load, Transport.IO_URING, true).value();
    }

    @Test
    void requestsAtARateAndFewUsersGoByEpoll() {
        assertThat(transport(rate(10))).isEqualTo(Transport.EPOLL);
        assertThat(transport(users(4))).isEqualTo(Transport.EPOLL);
        assertThat(transport(users(5))).isEqualTo(Transport.IO_URING);
        assertThat(transport(users(10_000))).isEqualTo(Transport.IO_URING);
    }

    @Test
    void theChoiceIsOneForAllOfALoad() {
        var both = LoadPlan.of(new LoadShape.Sequence(List.of(users(64).shape(), rate(10).shape())), SECOND);
        var climbing = LoadPlan.of(
                new LoadShape.Sequence(List.of(users(1).shape(), users(64).shape())), SECOND);

        assertThat(transport(both)).isEqualTo(Transport.EPOLL);
        assertThat(transport(climbing)).isEqualTo(Transport.IO_URING);
    }

    @Test
    void journeysAreForTheUsualSenderUnlessTheyFollowRedirects() throws IOException {
        SenderChoice.none().with(SenderName.NETTY).check(journey("{}"));
        var failure = catchThrowableOfType(
                Failure.class,
                () -> SenderChoice.none().with(SenderName.NETTY).check(journey("{ followRedirects: true }")));
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what())
                .isEqualTo("--sender netty cannot do what the scenario asks for: request.followRedirects: true");
    }

    private Scenario journey(String request) throws IOException {
        var file = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: %s
                journeys: { buy: { steps: { home: { path: / } } } }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                variants: { one: { target: { url: "http://127.0.0.1:9" } } }
                """.formatted(request));
        return ScenarioCatalog.standard()
                .find(file.toString())
                .resolve(Overrides.none())
                .scenario();
    }

    @Test
    void whereOneOfThemDoesNotWorkThereIsNoChoice() {
        assertThat(SenderChoice.transportOf(rate(10), Transport.NIO, false))
                .isEqualTo(new SenderChoice.Decided<>(Transport.NIO, ""));
        assertThat(SenderChoice.transportOf(rate(10), Transport.IO_URING, false).value())
                .isEqualTo(Transport.IO_URING);
        assertThat(SenderChoice.transportOf(users(64), Transport.EPOLL, true).value())
                .isEqualTo(Transport.EPOLL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            1; false; 64; 1; 1 event loop for half of the CPUs, because the target shares them
            2; false; 64; 1; 1 event loop for half of the CPUs, because the target shares them
            8; false; 64; 4; 4 event loops for half of the CPUs, because the target shares them
            8; true; 64; 8; 8 event loops for all CPUs, because the target is on another machine
            8; true; 3; 3; 3 event loops for as many connections
            8; false; 1; 1; 1 event loop for as many connections
            """)
    void sharedCpusAreSharedWithATargetThatIsHere(int cpus, boolean isAlone, int connections, int loops, String why) {
        assertThat(SenderChoice.eventLoops(Placement.shared(cpus), () -> isAlone, connections))
                .isEqualTo(new SenderChoice.Decided<>(loops, why));
    }

    @Test
    void aPinnedGeneratorHasAnEventLoopForEachOfItsCpus() {
        var pinned = new Placement(Map.of(Role.GENERATOR, CpuSet.parse("1-3").orElseThrow()), Precedence.NONE, 8, "");

        assertThat(SenderChoice.eventLoops(pinned, () -> true, 64).value()).isEqualTo(3);
        assertThat(SenderChoice.none().with(4).note(pinned))
                .hasValueSatisfying(note -> assertThat(note).startsWith("4 event loops on 3 CPUs take turns"));
        assertThat(SenderChoice.none().with(3).note(pinned)).isEmpty();
        assertThat(SenderChoice.none().note(pinned)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1025})
    void anImpossibleNumberOfEventLoopsIsRefused(int loops) {
        var failure = catchThrowableOfType(Failure.class, REQUEST.eventLoops(loops)::check);

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo("--event-loops: must be a whole number from 1 to 1024, got " + loops);
        REQUEST.eventLoops(1).check();
        REQUEST.eventLoops(1024).check();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1025", "two", "1.5", "-1", "99999999999"})
    void soIsOneOfTheEnvironment(String text) {
        var failure =
                catchThrowableOfType(Failure.class, () -> SenderChoice.none().completedBy(Optional.of(text)));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what())
                .isEqualTo("RALBENCH_EVENT_LOOPS: must be a whole number from 1 to 1024, got " + text);
    }

    @Test
    void theRequestIsStrongerThanTheEnvironment() {
        assertThat(SenderChoice.none().completedBy(Optional.of(" 2 ")).eventLoops())
                .hasValue(2);
        assertThat(SenderChoice.none().with(3).completedBy(Optional.of("2")).eventLoops())
                .hasValue(3);
        assertThat(SenderChoice.none().completedBy(Optional.empty()).eventLoops())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:80", "http://localhost:80", "http://[::1]:80", "http://0.0.0.0:80"})
    void loopbackIsThisMachine(String url) {
        assertThat(OwnAddresses.lead(URI.create(url))).isTrue();
    }

    /** TEST-NET-1 of RFC 5737, which no machine has. */
    @Test
    void anotherAddressIsAnotherMachine() {
        assertThat(OwnAddresses.lead(URI.create("http://192.0.2.1:80"))).isFalse();
    }

    @Test
    void addressesOfInterfacesAreThisMachine() throws SocketException {
        var addresses = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .map(address -> address.getHostAddress().replaceAll("%.*", ""))
                .toList();

        assertThat(addresses)
                .isNotEmpty()
                .allSatisfy(address -> assertThat(OwnAddresses.lead(URI.create(
                                address.contains(":") ? "http://[" + address + "]:80" : "http://" + address + ":80")))
                        .isTrue());
    }
}
