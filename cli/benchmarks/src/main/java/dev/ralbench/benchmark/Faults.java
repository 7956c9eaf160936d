package dev.ralbench.benchmark;

import dev.ralbench.benchmark.Fault.Load;
import dev.ralbench.benchmark.Fault.Start;
import dev.ralbench.benchmark.Fault.Target;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The faults that ralbench must report, each with the required reason. */
final class Faults {
    private static final String QUEUED = "waited for a CPU in [\\d.]+ %";
    private static final String OTHERS = "other programs took [\\d.]+ % of the CPUs";
    private static final String SUSPENDED = "ralbench as a whole stood still for \\d+ ms .* it was suspended";
    private static final String PORTS = "echo 40000 %d > /proc/sys/net/ipv4/ip_local_port_range";

    private Faults() {}

    static Fault none() {
        return Fault.of("none", Load.USUAL, Start.USUAL, "");
    }

    /** @param directory for files that some of them need */
    static List<Fault> all(Path directory, int cpu) {
        var fake = new FakeKernel(directory);
        var clock = new OffsetClock(directory);
        return Stream.of(cpuTime(cpu), memory(fake), sockets(fake), standstills(fake, clock), target())
                .flatMap(List::stream)
                .toList();
    }

    /** CPU time that the generator does not get, or wastes. */
    private static List<Fault> cpuTime(int cpu) {
        return List.of(
                Fault.of("spinner", Injections.spinners(cpu, 1, 0), OTHERS),
                Fault.of("two-spinners", Injections.spinners(cpu, 2, 0), OTHERS),
                Fault.of(
                        "low-priority",
                        Load.USUAL,
                        Start.within("nice", "-n", "19"),
                        Injections.spinners(cpu, 1, 0),
                        OTHERS),
                Fault.of("bursts", Injections.bursts(cpu), OTHERS),
                Fault.of(
                        "short-bursts",
                        Load.USUAL,
                        Start.USUAL,
                        Injections.oneBurst(cpu),
                        QUEUED + "|stood still .* others had its CPUs"),
                Fault.of(
                        "one-cpu",
                        Load.USUAL.delay(0),
                        Start.javaOptions("-XX:TieredStopAtLevel=1"),
                        "the generator took [\\d.]+ % of the CPUs it may use"),
                Fault.of("shared-cpus", Load.USUAL.delay(0), Start.UNPINNED, "the generator takes [\\d.]+ of them"),
                Fault.of(
                        "no-compiler",
                        Load.USUAL.delay(0).users(8),
                        Start.javaOptions("-Xint"),
                        "of what the generator could send"),
                Fault.of("cpu-limit", Injections.cpuLimit(), "the limit on its CPU time let ralbench stand still"));
    }

    /** Faults by lack of generator memory. */
    private static List<Fault> memory(FakeKernel fake) {
        return List.of(
                Fault.of(
                        "tiny-heap",
                        Load.USUAL.users(2_000),
                        Start.javaOptions("-Xmx12m -Xmn2m"),
                        "run out of memory|heap was full|garbage collections took"),
                Fault.of(
                        "heap-under-load",
                        Load.USUAL.users(6_000),
                        Start.javaOptions("-Xmx24m -Xmn4m"),
                        "run out of memory|heap was full|garbage collections took"),
                Fault.of("collections", Injections.collections(), "garbage collections took [\\d.]+ % of the time"),
                Fault.of("heap-dumps", Injections.heapDumps(), "JVM held all of its threads|its JVM held all threads"),
                Fault.of("swap", Load.USUAL, fake.file("vmstat"), fake.swap(), "the machine swapped \\d+ pages"),
                Fault.of(
                        "memory-pressure",
                        Load.USUAL,
                        fake.file("pressure/memory"),
                        fake.pressure(),
                        "the machine was short of memory: tasks waited"));
    }

    /** Descriptors and ports that run out. */
    private static List<Fault> sockets(FakeKernel fake) {
        return List.of(
                Fault.of(
                        "few-descriptors",
                        Load.USUAL.users(100),
                        Start.after("ulimit -n 256"),
                        "100 users need 300 file descriptors"),
                Fault.of(
                        "fewer-descriptors",
                        Load.USUAL.withoutKeepAlive(),
                        Start.USUAL,
                        Injections.fewerDescriptors(2_000),
                        "no file descriptor was left"),
                Fault.of(
                        "descriptors-below",
                        Injections.fewerDescriptors(),
                        "file descriptors were used up|run out of file descriptors|Too many open files"),
                Fault.of(
                        "few-ports",
                        Load.USUAL.users(300),
                        fake.network(PORTS.formatted(40_199)),
                        "300 users need as many local ports, and there are 200"),
                Fault.of(
                        "ports-used-up",
                        Load.USUAL.users(150).withoutKeepAlive(),
                        fake.network(PORTS.formatted(40_199)),
                        "no local port was free"),
                Fault.of(
                        "time-wait",
                        Load.USUAL.withoutKeepAlive(),
                        fake.network(PORTS.formatted(47_999)),
                        "sockets in TIME_WAIT"));
    }

    /** Times in which the generator, or its clock, does not go on. */
    private static List<Fault> standstills(FakeKernel fake, OffsetClock clock) {
        return List.of(
                Fault.of(
                        "blocked-loop",
                        Injections.frozenLoop(300),
                        "an event loop stood still for \\d+ ms .* blocked, suspended"),
                Fault.of("stopped", Injections.stopped(1_200), SUSPENDED),
                Fault.of("stopped-shortly", Injections.stopped(200), SUSPENDED),
                Fault.of("frozen", Injections.frozen(500), SUSPENDED),
                Fault.of("debugger", Injections.traced(), SUSPENDED),
                Fault.of(
                        "clock-forward",
                        Load.USUAL,
                        clock.start(),
                        clock.step(5_000),
                        "clock was set forward by 5000 ms"),
                Fault.of("clock-back", Load.USUAL, clock.start(), clock.step(-2_000), "clock was set back by 2000 ms"),
                Fault.of("steal", Load.USUAL, fake.file("stat"), fake.steal(), "CPUs' time .* was stolen by the host"));
    }

    /** Faults of the target. */
    private static List<Fault> target() {
        return List.of(
                Fault.of(
                        "target-killed",
                        Load.USUAL.against(Target.KNOWN),
                        Start.USUAL,
                        Injections.targetKilled(),
                        "the target ended"),
                Fault.of(
                        "target-restarted",
                        Load.USUAL.against(Target.FOREIGN),
                        Start.USUAL,
                        Injections.targetRestarted(),
                        "backing off after failed connections"));
    }
}
