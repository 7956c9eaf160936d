package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ralbench.ResourceLimits;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.NeedsPerl;
import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service uses one second of CPU time, in twenty bursts, in processes that end in different ways. */
@Timeout(60)
@NeedsPerl
class ServiceCpuIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String SCRIPT = """
            use Time::HiRes qw(clock sleep);
            my ($kind, $directory) = @ARGV;
            sub burn { my $end = clock() + $_[0]; 1 while clock() < $end }
            sub mark { open(my $file, '>', "$directory/$_[0]"); close($file) }
            # Runs its argument in a child, and returns when all that came of it have ended.
            sub child {
                my ($work) = @_;
                pipe(my $in, my $out);
                my $pid = fork();
                if ($pid == 0) { close($in); $work->(); exit 0 }
                close($out);
                waitpid($pid, 0) if $kind ne 'ignored';
                readline($in);
            }
            $SIG{CHLD} = 'IGNORE' if $kind eq 'ignored' or $kind eq 'helper';
            pipe(my $stays, my $ends);
            if ($kind eq 'helper') {
                pipe(my $burned, my $tells);
                if (fork() == 0) { close($ends); burn(2); close($tells); close($burned); readline($stays); exit 0 }
                close($tells);
                readline($burned);
            }
            mark('ready');
            sleep(0.01) until -e "$directory/go";
            if ($kind eq 'helper') { close($ends); sleep(0.3) }
            for my $worker (1 .. 4) {
                if ($kind eq 'recycled') { child(sub { burn(0.05) for 1 .. 5 }); next }
                for (1 .. 5) {
                    if ($kind eq 'own' or $kind eq 'helper') { burn(0.05) }
                    elsif ($kind eq 'orphaned') { child(sub { if (fork() == 0) { burn(0.05) } }) }
                    else { child(sub { burn(0.05) }) }
                }
            }
            mark('done');
            sleep(60);
            """;

    private final ProcFs proc = ProcFs.ofThisMachine();

    @TempDir
    private Path directory;

    private ProcessStarter starter;

    @BeforeEach
    void open() throws IOException {
        starter = Starters.processes();
        Files.writeString(directory.resolve("service.pl"), SCRIPT);
    }

    @AfterEach
    void close() {
        starter.close();
    }

    private StartedService started(String kind, ResourceLimits limits) {
        var command = List.of("perl", directory.resolve("service.pl").toString(), kind, directory.toString());
        var log = new LogFile(directory.resolve("service.log"));
        var service = starter.start(
                new ServiceSpec("a script", Program.JAVA, command, Map.of(), List.of(), log).limitedTo(limits));
        Eventually.within(PATIENCE, () -> Files.exists(directory.resolve("ready")));
        return service;
    }

    private ServiceCpu measured(ProcessFamily family) throws IOException {
        var cpu = new ServiceCpu(proc, family);
        cpu.look(family.members());
        before = cpu.micros();
        Files.createFile(directory.resolve("go"));
        Eventually.within(PATIENCE, () -> {
            cpu.look(family.members());
            return Files.exists(directory.resolve("done"));
        });
        cpu.look(family.members());
        return cpu;
    }

    private long before;

    private void assertRight(ServiceCpu cpu) {
        assertThat((cpu.micros() - before) / 1e6).isBetween(0.97, 1.1);
        assertThat(cpu.unwaited()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"own", "waited", "recycled", "ignored", "orphaned", "helper"})
    @Disturbance(value = "children of a target end un-waited", then = "their CPU time counts, by a control group")
    void theGroupKnowsTheTimeOfAllThatHaveEnded(String kind) throws IOException {
        assumeThat(GroupParents.of(proc).forCounting())
                .as("this user may make control groups that count")
                .isPresent();
        var service = started(kind, ResourceLimits.none());
        assertThat(GroupCounter.of(service.pid(), proc)).isPresent();

        assertRight(measured(new ProcessFamily(proc, service.pid())));
    }

    @Test
    void soItDoesNextToLimits() throws IOException {
        assumeThat(GroupParents.of(proc).of("memory")).isPresent();
        var service = started(
                "ignored",
                new ResourceLimits(Optional.empty(), Optional.empty(), Optional.of(64L << 20), Optional.empty()));

        assertRight(measured(new ProcessFamily(proc, service.pid())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"own", "waited", "recycled"})
    void withoutAGroupTheTimeOfChildrenThatWereWaitedForIsKnown(String kind) throws IOException {
        var service = started(kind, ResourceLimits.none());

        assertRight(measured(new ProcessFamily(proc, service.pid(), Optional.empty())));
    }

    @Test
    void withoutAGroupAHelperThatEndsUnwaitedHidesNothing() throws IOException {
        var service = started("helper", ResourceLimits.none());
        var cpu = measured(new ProcessFamily(proc, service.pid(), Optional.empty()));

        assertThat((cpu.micros() - before) / 1e6).isBetween(0.97, 1.1);
        assertThat(cpu.unwaited()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ignored", "orphaned"})
    void withoutAGroupProcessesThatEndUnwaitedAreSeen(String kind) throws IOException {
        var service = started(kind, ResourceLimits.none());

        assertThat(measured(new ProcessFamily(proc, service.pid(), Optional.empty()))
                        .unwaited())
                .isPositive();
    }
}
