package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.result.TrialSetup.ServerResult;
import dev.ralbench.result.TrialSetup.StartUp;
import dev.ralbench.result.TrialSetup.TargetResult;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.service.TargetProbe;
import dev.ralbench.tls.TlsSettings;
import dev.ralbench.trial.watch.RequiredService;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RemoteTargetTest {
    private static final Failure LOST = Failure.environment("agent 10.0.0.7:7800 is lost", "", "");

    private final Up up = new Up();
    private final RemoteTarget target = new RemoteTarget(up, new Reached(), Optional.empty());
    private final RemoteServer server = new RemoteServer(
            up,
            new ServerResult("mysql", "MySQL 9", "there", Optional.of(1500.0), Optional.empty()),
            "mysql (MySQL 9)");

    /** An agent, as it answers. */
    private static final class Up implements RemoteTargets.RemoteStart {
        private boolean isAlive = true;
        private boolean isServerAlive = true;
        private Optional<Failure> lost = Optional.empty();
        private int closed;

        @Override
        public HostedTarget.Facts facts() {
            var result = new TargetResult(
                    "shop",
                    "http://127.0.0.1:1",
                    Optional.of("java -jar shop.jar"),
                    Optional.of(2500.0),
                    Optional.empty(),
                    Map.of(),
                    Map.of(),
                    Optional.empty(),
                    Optional.empty());
            return new HostedTarget.Facts(
                    result, List.of(), Optional.of(1), Optional.empty(), false, new StartUp(1, 2, 3, 0));
        }

        @Override
        public TargetProbe probe() {
            throw new UnsupportedOperationException();
        }

        @Override
        public HostedTarget.Look look() {
            return new HostedTarget.Look(isAlive, Map.of("mysql", isServerAlive), ProbeGlance.NOTHING);
        }

        @Override
        public Optional<ServedCounts> counts(String name) {
            return Optional.of(new ServedCounts(name.length(), 0, 0));
        }

        @Override
        public HostedTarget.Ending ending() {
            return new HostedTarget.Ending("no memory", Optional.empty());
        }

        @Override
        public HostedTarget.Ending ending(String name) {
            return new HostedTarget.Ending(name + " is full", Optional.of("the engine"));
        }

        @Override
        public Optional<Failure> lost() {
            return lost;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    /** The same service as it is reached from here. */
    private record Reached() implements RunningTarget {
        @Override
        public URI baseUrl() {
            return URI.create("http://10.0.0.7:8080");
        }

        @Override
        public Optional<TlsSettings> tls() {
            return Optional.empty();
        }

        @Override
        public OptionalLong pid() {
            return OptionalLong.empty();
        }

        @Override
        public OptionalDouble startupSeconds() {
            return OptionalDouble.empty();
        }

        @Override
        public Optional<String> commandLine() {
            return Optional.empty();
        }

        @Override
        public Optional<Path> log() {
            return Optional.empty();
        }

        @Override
        public Optional<dev.ralbench.service.CountersPage> counters() {
            return Optional.empty();
        }

        @Override
        public boolean isAlive() {
            return true;
        }

        @Override
        public String logTail() {
            return "";
        }

        @Override
        public void close() {
            // not started here
        }
    }

    @Test
    void itIsReachedFromHereAndAskedThere() {
        assertThat(target.baseUrl()).isEqualTo(URI.create("http://10.0.0.7:8080"));
        assertThat(target.startupSeconds()).hasValue(2.5);
        assertThat(target.commandLine()).contains("java -jar shop.jar");
        assertThat(target.logTail()).isEqualTo("no memory");
        assertThat(server.startupSeconds()).hasValue(1.5);
        assertThat(server.counts()).contains(new ServedCounts(5, 0, 0));
    }

    /** A process of this machine may have the same number. */
    @Test
    void noProcessHereIsTakenForIt() {
        assertThat(target.pid()).isEmpty();
        assertThat(server.pid()).isEmpty();
    }

    @Test
    void itsDeathIsThatOfItsProcessThere() {
        up.isAlive = false;
        up.isServerAlive = false;

        assertThat(target.isAlive()).isFalse();
        assertThat(target.lost()).isEmpty();
        assertThat(server.isAlive()).isFalse();
        assertThat(RequiredService.of(server).endedWith().get()).contains("the engine");
    }

    /** Of the services that a load requires the target names the agent: nothing is known of a dependency. */
    @Test
    void anAgentThatIsLostIsTheReasonOfTheTarget() {
        up.lost = Optional.of(LOST);

        assertThat(server.isAlive()).isTrue();
        assertThat(target.isAlive()).isFalse();
        assertThat(RequiredService.of("the target", target).lost().get()).contains(LOST);
    }

    @Test
    void allIsEndedOnceWithTheTarget() {
        server.close();
        target.close();

        assertThat(up.closed).isEqualTo(1);
    }
}
