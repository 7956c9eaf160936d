package dev.ralbench.command;

import static dev.ralbench.command.FleetOfMachines.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.NeedsNetworkNamespaces;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What may happen to agents and has to leave their measurement valid. */
@Alone
@NeedsNetworkNamespaces
@Timeout(300)
class UnaffectedFleetIT {
    private static final Duration ONE_WAY = Duration.ofMillis(50);
    private static final int SILENT = 200;
    /** Connections that an agent has at a time which have not proved themselves. */
    private static final int MOST_STRANGERS = 64;

    private static final int SCANS = 20;
    /** The beginning of a ClientHello (RFC 8446, 4.1.2), which announces 512 bytes. */
    private static final byte[] HALF_A_HELLO = HexFormat.of().parseHex("1603010200010001fc0303");

    @TempDir(factory = FleetOfMachines.InTheCheckout.class)
    private Path directory;

    private FleetOfMachines fleet;

    @BeforeEach
    void makeFleet() {
        fleet = new FleetOfMachines(directory);
    }

    @AfterEach
    void removeMachines() {
        fleet.close();
    }

    private void assertValid() {
        assertThat(fleet.trial().validity().reasons()).isEmpty();
        assertThat(fleet.trial().validity().verdict()).isEqualTo(ValidityLevel.VALID);
    }

    @Test
    @Disturbance(
            value = "messages to and from one of two agents take 50 ms",
            then = "valid; both begin at the same time, user-seconds are those of the plan")
    void aDistantAgentBeginsWithTheOthers() throws Exception {
        var distant = fleet.agent();
        var near = fleet.agent();
        var behind = new InetSocketAddress(distant.address(), fleet.first().port());
        try (var server = fleet.server();
                var delayed = new DelayedPort(distant.addressHere(), behind, ONE_WAY)) {
            var main = fleet.main(
                    fleet.scenario(server, "constant: { users: 4, hold: 3s }"),
                    List.of(delayed.address(), fleet.last().address()));

            fleet.assertEnded(main, ExitCode.OK);
            assertThat(fleet.part(delayed.address()).windows()).isNotEmpty();
        }
        fleet.assertAgentsEnd(ExitCode.OK);
        assertValid();
        assertThat(fleet.measured().wholeRun().ledger().offeredSeconds()).isBetween(11.9, 12.1);
        long apart = beginning(distant) - beginning(near);
        assertThat(Math.abs(apart)).isLessThan(ONE_WAY.toNanos() / 2);
        fleet.assertNothingIsLeft();
    }

    /** When the target got the first request of its load. */
    private long beginning(NamespaceMachine machine) {
        return fleet.arrivals().get(machine.address()).peek();
    }

    @Test
    @Disturbance(
            value = "strangers of all kinds call an agent in the middle of a load, 200 of them silent",
            then = "refused, each kind is reported once; the run is valid and whole")
    void strangersHaveNoEffect() throws Exception {
        fleet.newKeys("other", 1, Duration.ofDays(1));
        var machine = fleet.agent();
        fleet.agent();
        int port = fleet.first().port();
        var open = new ArrayList<Socket>();
        try (var server = fleet.server()) {
            var main = fleet.main(fleet.scenario(server, "constant: { users: 4, hold: 8s }"));
            main.await(() -> fleet.requests() > 50, PATIENCE);
            for (int i = 0; i < SCANS; i++) {
                new Socket(machine.address(), port).close();
            }
            open.add(connect(machine, port, HALF_A_HELLO));
            var random = new byte[1000];
            new Random(1).nextBytes(random);
            open.add(connect(machine, port, random));
            open.add(
                    connect(machine, port, "GET / HTTP/1.1\r\nHost: shop\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            TlsStranger.with(fleet.key("other", "main")).tryTo(machine.address(), port);
            TlsStranger.withoutCertificate().tryTo(machine.address(), port);
            for (int i = 0; i < SILENT; i++) {
                open.add(connect(machine, port, new byte[0]));
            }

            fleet.assertEnded(main, ExitCode.OK);
        } finally {
            for (var socket : open) {
                socket.close();
            }
        }
        fleet.assertAgentsEnd(ExitCode.OK);
        var refused = "refused a connection from " + machine.addressHere() + ": it ";
        assertThat(fleet.first().process().told().lines().filter(line -> line.startsWith("refused a connection")))
                .containsExactlyInAnyOrder(
                        refused + "closed the connection",
                        refused + "does not speak TLS",
                        refused + "shows a certificate of another fleet",
                        refused + "shows no certificate",
                        refused + "had not identified itself when 64 others came",
                        refused + "did not answer in time");
        var counted = Pattern.compile("refused (\\d+) connections from " + machine.addressHere())
                .matcher(fleet.first().process().told());
        assertThat(counted.find()).isTrue();
        assertThat(Integer.parseInt(counted.group(1)))
                .as("but for the last ones, which have not identified themselves when the run ends")
                .isBetween(SCANS + 5 + SILENT - MOST_STRANGERS, SCANS + 5 + SILENT);
        assertThat(fleet.first().process().told()).doesNotContain("\tat ");
        assertValid();
        assertThat(fleet.parts()).hasSize(2);
        assertThat(fleet.measured().wholeRun().ledger().offeredSeconds()).isBetween(31.8, 32.2);
        fleet.assertNothingIsLeft();
    }

    private static Socket connect(NamespaceMachine machine, int port, byte[] first) throws IOException {
        var socket = new Socket(machine.address(), port);
        socket.getOutputStream().write(first);
        return socket;
    }
}
