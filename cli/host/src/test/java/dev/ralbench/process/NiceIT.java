package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.WholeNumber;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Starters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Services that give way, as the kernel sees them. */
@Timeout(60)
class NiceIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Field 19 of /proc/PID/stat, the 17th after the name. */
    private static final int NICENESS = 16;

    private final ProcFs proc = ProcFs.ofThisMachine();
    private final int own = new OwnProcess(proc).niceness().orElseThrow();

    @TempDir
    private Path directory;

    private ProcessStarter starter;

    @BeforeEach
    void open() {
        starter = Starters.processes();
    }

    @AfterEach
    void close() {
        starter.close();
    }

    /** A shell with a child: a user's command, and what it starts. */
    private StartedService started(UnaryOperator<ServiceSpec> way) {
        var log = new LogFile(directory.resolve("service.log"));
        var command = List.of("/bin/sh", "-c", "sleep 50 & sleep 51 & wait");
        var service =
                starter.start(way.apply(new ServiceSpec("a script", Program.JAVA, command, Map.of(), List.of(), log)));
        Eventually.within(PATIENCE, () -> children(service).size() == 2);
        return service;
    }

    private List<Long> children(StartedService service) {
        return proc.stats().stream()
                .filter(process -> process.parent() == service.pid())
                .map(ProcessStat::pid)
                .toList();
    }

    private int niceness(long pid) {
        return proc.text(pid + "/stat")
                .map(ProcessStat::afterName)
                .flatMap(fields -> WholeNumber.in(fields[NICENESS]))
                .orElseThrow()
                .intValue();
    }

    @Test
    void aServiceThatGivesWayAndAllThatItStartsHaveALowerWeight() {
        var service = started(ServiceSpec::givingWay);

        assertThat(niceness(service.pid())).isEqualTo(Math.min(19, own + Nice.STEPS));
        assertThat(children(service))
                .hasSize(2)
                .allSatisfy(child -> assertThat(niceness(child)).isEqualTo(Math.min(19, own + Nice.STEPS)));
        assertThat(service.commandLine()).doesNotContain("nice");
    }

    @Test
    void anEqualKeepsTheWeightOfRalbench() {
        assertThat(niceness(started(spec -> spec).pid())).isEqualTo(own);
    }

    /** Ended as it is known: by the process that was started, which is the service itself. */
    @Test
    void aServiceThatGivesWayIsEndedWithAllThatItStarted() {
        var service = started(ServiceSpec::givingWay);
        var children = children(service);

        service.close();

        assertThat(service.exitCode()).isPresent();
        assertThat(children)
                .allSatisfy(child -> assertThat(proc.stat(child).filter(stat -> !stat.isZombie()))
                        .isEmpty());
    }
}
