package dev.ralbench.command;

import static dev.ralbench.command.FleetOfMachines.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralbench.Clock;
import dev.ralbench.fleet.FleetKey;
import dev.ralbench.load.Outcome;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.NeedsNetworkNamespaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What may happen to agents on machines of their own, and to the network between. Each machine has a link to this one. */
@NeedsNetworkNamespaces
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class FleetDisturbancesIT {
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

    private void startTwo() throws Exception {
        fleet.agent();
        fleet.agent();
    }

    private static void awaitSince(long since, Duration length) {
        Eventually.within(PATIENCE, () -> System.nanoTime() - since > length.toNanos());
    }

    @Test
    @Disturbance(
            value = "three agents, each on a machine of its own, share a load of 200 requests",
            then = "the target gets 200 from all three, exit 0 everywhere, nothing is left")
    void agentsOfSeveralMachinesShareALoad() throws Exception {
        var addresses = new HashSet<String>();
        for (int i = 0; i < 3; i++) {
            addresses.add(fleet.agent().address());
        }
        try (var server = fleet.server()) {
            var main = fleet.main(fleet.scenario(server, "requests: { users: 7, requests: 200 }"));

            fleet.assertEnded(main, ExitCode.OK);
        }
        fleet.assertAgentsEnd(ExitCode.OK);
        assertThat(fleet.measured().wholeRun().requests().count(Outcome.OK)).isEqualTo(200);
        assertThat(fleet.arrivals()).containsKeys(addresses.toArray(String[]::new));
        assertThat(fleet.parts())
                .extracting(GeneratorPart::name)
                .containsExactlyElementsOf(fleet.agents().stream()
                        .map(NamespaceMachine.Agent::address)
                        .toList());
        fleet.assertNothingIsLeft();
    }

    /** The target's agent is called by a loopback address, and has to know that its target is not. */
    @Test
    void agentsElsewhereReachTheTargetOfAnAgentHere() throws Exception {
        fleet.agent();
        var hosting = fleet.targetAgent("agent-2");
        hosting.awaitProgress("agent listens", PATIENCE);
        var listens = Pattern.compile("agent listens on (\\S+),").matcher(hosting.told());
        assertThat(listens.find()).isTrue();
        var scenario = Files.writeString(directory.resolve("mini.yaml"), """
                schema: 1
                name: mini
                request: { path: /work }
                load: { closed: { requests: { users: 2, requests: 50 } } }
                variants: { only: { target: mini } }
                """);

        fleet.assertEnded(fleet.main(scenario, "--target-agent", listens.group(1)), ExitCode.OK);

        fleet.assertAgentsEnd(ExitCode.OK);
        assertThat(hosting.awaitEnd(PATIENCE)).isZero();
        assertThat(fleet.measured().wholeRun().requests().count(Outcome.OK)).isEqualTo(50);
        fleet.assertNothingIsLeft();
    }

    @Test
    @Disturbance(
            value = "a main calls an agent of another fleet",
            then = "exit 2, both say why; no request is sent, the agent waits on")
    void aMainOfAnotherFleetIsRefused() throws Exception {
        fleet.newKeys("other", 1, Duration.ofDays(1));
        var machine = fleet.agent();
        try (var server = fleet.server()) {
            var scenario = fleet.scenario(server, "constant: { users: 2, hold: 1s }");
            var main = fleet.main(scenario, fleet.key("other", "main"));

            fleet.assertEnded(main, ExitCode.USAGE);
            assertThat(main.told())
                    .contains("agent " + fleet.first().address() + " ", "of another fleet", "--new-fleet");
            assertTheAgentWaits("refused a connection from " + machine.addressHere() + ": it ");
        }
    }

    @Test
    @Disturbance(
            value = "the certificates of a fleet expire while its agent waits",
            then = "exit 2, with the date; the agent says why it refuses, and does not start again")
    void expiredCertificatesAreRefused() throws Exception {
        fleet.newKeys("old", 1, Duration.ofSeconds(15));
        var clock = Clock.system();
        var until = FleetKey.read(fleet.key("old", "main"), clock).validUntil();
        var stranger = TlsStranger.with(fleet.key("old", "main"));
        var machine = fleet.agent("old", "agent-1");
        Eventually.within(PATIENCE, () -> clock.now().isAfter(until.plusMillis(10)));
        try (var server = fleet.server()) {
            var scenario = fleet.scenario(server, "constant: { users: 2, hold: 1s }");
            var main = fleet.main(scenario, fleet.key("old", "main"));
            var again = machine.start(
                    Map.of(),
                    List.of(
                            "agent",
                            "--listen",
                            machine.address() + ":0",
                            "--fleet-key",
                            fleet.key("old", "agent-1").toString()));

            fleet.assertEnded(main, ExitCode.USAGE);
            assertThat(main.told()).contains("main.key expired at " + until, "--new-fleet");
            stranger.tryTo(machine.address(), fleet.first().port());
            assertTheAgentWaits(
                    "refused a connection from " + machine.addressHere() + ": it shows a certificate that has expired");
            fleet.assertEnded(again, ExitCode.USAGE);
            assertThat(again.told()).contains("agent-1.key expired at " + until);
        }
    }

    @Test
    @Disturbance(
            value = "a main of another build calls an agent",
            then = "exit 7, both say so; no request is sent, the agent waits on")
    void aMainOfAnotherBuildIsRefused() throws Exception {
        fleet.agent();
        try (var server = fleet.server()) {
            var scenario = fleet.scenario(server, "constant: { users: 2, hold: 1s }");
            var output = Files.createDirectories(directory.resolve("other-build"));
            var command = fleet.command(scenario, fleet.key("fleet", "main"));
            try (var main = RalbenchProcess.startOther(output, otherBuild(), command)) {
                fleet.assertEnded(main, ExitCode.ENVIRONMENT);
                assertThat(main.told())
                        .contains(
                                "agent " + fleet.first().address() + " runs another ralbench",
                                "their classes or libraries differ",
                                "install the same ralbench on all machines");
            }
            assertTheAgentWaits(" of another build");
        }
    }

    /** The classes of this build, and one more file. */
    private Path otherBuild() throws Exception {
        var own = Path.of(BuildHash.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        var copy = directory.resolve("classes");
        if (Files.isDirectory(own)) {
            try (var files = Files.walk(own)) {
                for (var file : files.toList()) {
                    Files.copy(file, copy.resolve(own.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            Files.writeString(copy.resolve("more.txt"), "more");
            return copy;
        }
        // without the libraries next to it, whose names are part of a build's hash
        return Files.copy(own, Files.createDirectories(copy).resolve("ralbench.jar"));
    }

    private void assertTheAgentWaits(String line) {
        fleet.first().process().awaitProgress(line, PATIENCE);
        assertThat(fleet.requests()).isZero();
    }

    @Test
    @Disturbance(
            value = "an agent stands still for 15 s (SIGSTOP) in the middle of a load",
            then = "it is lost after 10 s and named; the other measures the block again; it ends when it goes on")
    void anAgentThatStandsStillIsNamed() throws Exception {
        startTwo();
        try (var server = fleet.server()) {
            var main = fleet.main(fleet.scenario(server, "constant: { users: 4, hold: 15s }"));
            main.await(() -> fleet.requests() > 100, PATIENCE);
            fleet.first().process().signal("STOP");
            long since = System.nanoTime();

            awaitSince(since, Duration.ofSeconds(15));
            fleet.first().process().signal("CONT");
            assertTheBlockIsMeasuredAgain(main, "it sent nothing for 10 s");
            assertTheFirstOneStops();
        }
    }

    /** It has lost its main. */
    private void assertTheFirstOneStops() throws Exception {
        fleet.first().assertEnds(ExitCode.ENVIRONMENT);
        assertThat(fleet.first().process().told()).contains("is lost; its load was stopped");
        fleet.assertNothingIsLeft();
    }

    /** By the last one of two agents. Other tests may take so much CPU time that it is invalid, but it is whole. */
    private void assertTheBlockIsMeasuredAgain(RalbenchProcess main, String why) throws Exception {
        assertThat(main.awaitEnd(PATIENCE)).as(main.told()).isIn(ExitCode.OK.code(), ExitCode.INVALID.code());
        assertThat(main.told()).contains("agent " + fleet.first().address() + " (agent-1) is lost", why);
        fleet.last().assertEnds(ExitCode.OK);
        var attempts = ResultFile.read(fleet.result()).trials();
        assertThat(attempts)
                .extracting(TrialResult::status)
                .containsExactly(TrialResult.Status.FAILED, TrialResult.Status.COMPLETE);
        var lost = attempts.getFirst();
        assertThat(lost.failure().orElseThrow().text()).contains(fleet.first().address());
        assertThat(lost.measurement().orElseThrow().wholeRun().requests().count(Outcome.OK))
                .as("what the other one measured is kept")
                .isPositive();
        assertThat(lost.generators().orElseThrow())
                .filteredOn(GeneratorPart::wasLost)
                .extracting(GeneratorPart::name)
                .containsExactly(fleet.first().address());
        assertThat(fleet.parts())
                .extracting(GeneratorPart::name)
                .containsExactly(fleet.last().address());
        assertThat(fleet.measured().wholeRun().ledger().offeredSeconds()).isBetween(57.0, 60.5);
    }

    @Test
    @Disturbance(
            value = "the link of an agent is down for 3 s in the middle of a load",
            then = "the run goes on: both parts are whole, no request is lost")
    void aLinkThatComesBackIsSurvived() throws Exception {
        startTwo();
        try (var server = fleet.server()) {
            var main = fleet.main(fleet.scenario(server, "constant: { users: 4, hold: 12s }"));
            main.await(() -> fleet.requests() > 100, PATIENCE);
            fleet.first().machine().cutLink();
            awaitSince(System.nanoTime(), Duration.ofSeconds(3));
            fleet.first().machine().restoreLink();

            // Other tests may take so much CPU time that the result is invalid, but it is whole.
            assertThat(main.awaitEnd(PATIENCE)).as(main.told()).isIn(ExitCode.OK.code(), ExitCode.INVALID.code());
        }
        fleet.assertAgentsEnd(ExitCode.OK);
        assertThat(fleet.trial().status()).isEqualTo(TrialResult.Status.COMPLETE);
        assertThat(fleet.parts())
                .hasSize(2)
                .allSatisfy(part -> assertThat(part.status()).isEqualTo(TrialResult.Status.COMPLETE));
        assertThat(fleet.part(fleet.first().address()).wholeRun().orElseThrow().longestStallSeconds())
                .as("the link was down indeed")
                .isGreaterThan(2.5);
        var whole = fleet.measured().wholeRun();
        assertThat(whole.ledger().offeredSeconds()).isBetween(47.5, 48.5);
        assertThat(whole.requests().failed()).isZero();
        fleet.assertNothingIsLeft();
    }

    @Test
    @Disturbance(
            value = "the link of an agent is down for good in the middle of a load",
            then = "it is lost after 10 s and named; the other measures the block again; it ends by itself")
    void aLinkThatStaysDownLosesTheAgent() throws Exception {
        startTwo();
        try (var server = fleet.server()) {
            var main = fleet.main(fleet.scenario(server, "constant: { users: 4, hold: 15s }"));
            main.await(() -> fleet.requests() > 100, PATIENCE);
            fleet.first().machine().cutLink();

            assertTheBlockIsMeasuredAgain(main, "the network failed");
            assertTheFirstOneStops();
        }
    }

    @Test
    @Disturbance(
            value = "one of two agents gets a twentieth of a CPU in the middle of a load",
            then = "the result is not valid, and a reason names that agent")
    void aSlowAgentMarksTheResult() throws Exception {
        assumeTrue(NamespaceMachine.canLimitCpu(), "no control group can be made for CPU time");
        startTwo();
        var slow = fleet.first();
        try (var server = fleet.server()) {
            var main = fleet.main(fleet.scenario(server, "constant: { users: 40, hold: 5s }"));
            slow.process().awaitProgress("load begins", PATIENCE);
            var limit = slow.machine().limitCpu(slow.process(), 5);

            assertThat(main.awaitEnd(PATIENCE))
                    .as(main.told())
                    .isIn(ExitCode.OK.code(), ExitCode.INVALID.code()); // the former if it is suspect
            assertThat(limit.throttled()).as("it was slow indeed").isGreaterThan(10);
        }
        var validity = fleet.trial().validity();
        assertThat(validity.verdict()).isNotEqualTo(ValidityLevel.VALID);
        assertThat(validity.reasons()).anySatisfy(reason -> assertThat(reason).contains(slow.address(), "CPU"));
        assertThat(fleet.part(slow.address()).validity().verdict()).isNotEqualTo(ValidityLevel.VALID);
    }

    @Test
    @Disturbance(
            value = "the disk of one of two agents is full before a load",
            then = "exit 7, with the agent and the file; no load is sent, nothing is left")
    void anAgentWithoutRoomForFilesIsNamed() throws Exception {
        startTwo();
        var full = fleet.first();
        full.machine().fillDisk();
        try (var server = fleet.server()) {
            var main = fleet.main(fleet.scenario(server, "requests: { users: 4, requests: 100 }"));

            fleet.assertEnded(main, ExitCode.ENVIRONMENT);
            assertThat(main.told())
                    .contains("agent " + full.address() + " (agent-1): cannot write", "/tmp/", "the disk is full");
            assertThat(fleet.requests()).as("the looks before the load").isLessThan(10);
        }
        full.machine().emptyDisk();
        fleet.assertAgentsEnd(ExitCode.OK);
        fleet.assertNothingIsLeft();
    }

    @Test
    @Disturbance(
            value = "the disk of one of two agents becomes full in the middle of a load",
            then = "the run goes on: the main gets both parts, nothing is left")
    void anAgentWhoseDiskFillsUpSendsItsPart() throws Exception {
        startTwo();
        var full = fleet.first();
        try (var server = fleet.server()) {
            var main = fleet.main(fleet.scenario(server, "constant: { users: 4, hold: 3s }"));
            main.await(() -> fleet.requests() > 50, PATIENCE);
            full.machine().fillDisk();

            // Other tests may take so much CPU time that the block is measured again, for which there is no room then.
            assertThat(main.awaitEnd(PATIENCE))
                    .as(main.told())
                    .isIn(ExitCode.OK.code(), ExitCode.INVALID.code(), ExitCode.ENVIRONMENT.code());
        }
        full.machine().emptyDisk();
        fleet.assertAgentsEnd(ExitCode.OK);
        var first = ResultFile.read(fleet.result()).trials().getFirst();
        assertThat(first.status()).isEqualTo(TrialResult.Status.COMPLETE);
        assertThat(first.generators().orElseThrow())
                .hasSize(2)
                .allSatisfy(part -> assertThat(part.status()).isEqualTo(TrialResult.Status.COMPLETE));
        assertThat(first.measurement().orElseThrow().wholeRun().ledger().offeredSeconds())
                .isBetween(11.0, 12.1);
        fleet.assertNothingIsLeft();
    }
}
