package dev.ralbench.bottleneck;

import dev.ralbench.bottleneck.Bottleneck.CpuUse;
import dev.ralbench.measurement.CompilerTime;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.InsideView.BusyThread;
import dev.ralbench.measurement.ServerView;
import dev.ralbench.measurement.TargetMachine;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.PlacementResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialSetup;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/** Whether CPUs are the bottleneck, and who uses them. Pure. */
final class CpuSaturation {
    /** From this share on, programs wait for CPUs most of the time. */
    private static final double SATURATED = 0.9;
    /**
     * Of the one thread that runs JavaScript. It also waits for the kernel while it has requests: the built-in target
     * that serves all it can shows 0.89 to 0.91 of a CPU.
     */
    private static final double JAVASCRIPT_SATURATED = 0.85;

    /** With more, others of its threads work too, and the total does not show what this one does. */
    private static final double ONE_THREAD = 1.2;
    /** How late timers are on average, so that the thread that runs JavaScript has no time left, whatever others do. */
    private static final double LATE_MILLIS = 10;
    /** How many times the CPU time of an event loop its process may use, and this is the only loop that works. */
    private static final double ONE_LOOP = 1.3;

    private static final String TARGET = "target";
    private static final Pattern LIMIT = Pattern.compile("(\\d+(?:\\.\\d+)?) CPUs");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

    /** CPUs that the target alone may use; empty if it shares those of the machine. */
    private final OptionalDouble targetsOwn;

    CpuSaturation(TrialResult trial) {
        var limited = trial.setup()
                .target()
                .flatMap(target -> Optional.ofNullable(target.subject().get("limits")))
                .map(LIMIT::matcher)
                .filter(Matcher::find)
                .map(found -> Double.parseDouble(found.group(1)));
        var placed = placement(trial.setup())
                .map(PlacementResult.RoleResult::processors)
                .map(CpuSaturation::count);
        targetsOwn = DoubleStream.concat(
                        limited.stream().mapToDouble(Double::doubleValue),
                        placed.stream().mapToDouble(Integer::doubleValue))
                .min();
    }

    private static Optional<PlacementResult.RoleResult> placement(TrialSetup setup) {
        return setup.placement()
                .flatMap(placed -> Optional.ofNullable(placed.roles().get(TARGET)));
    }

    /** CPUs in a list as the kernel writes it, such as {@code 0,2-3}. */
    private static int count(String list) {
        return RANGE.matcher(list)
                .results()
                .mapToInt(found -> found.group(2) == null
                        ? 1
                        : Integer.parseInt(found.group(2)) - Integer.parseInt(found.group(1)) + 1)
                .sum();
    }

    Optional<Bottleneck> at(LevelEvidence level) {
        var window = level.window();
        return window.views()
                .inside()
                .flatMap(inside -> own(inside, window)
                        .or(() -> shared(inside, window))
                        .map(cpu -> compilers(window).orElse(cpu))
                        .or(() -> javaScript(inside, window)))
                .or(() -> generator(window));
    }

    /** Of saturated CPUs alone: compilers that wait do not matter to requests that wait for something else. */
    private static Optional<Bottleneck> compilers(WindowMeasurement window) {
        var compilers = CompilerTime.of(window);
        return compilers.isStarved() ? Optional.of(new Bottleneck.Compilers(compilers.waiting())) : Optional.empty();
    }

    private Optional<Bottleneck> own(InsideView inside, WindowMeasurement window) {
        double used = inside.cpuSeconds() / window.lengthSeconds();
        return targetsOwn.isPresent() && used >= SATURATED * targetsOwn.getAsDouble()
                ? Optional.of(new Bottleneck.Cpu(
                        new CpuUse(targetsOwn.getAsDouble(), true, used, used, 0, 0, 0, Optional.empty())))
                : Optional.empty();
    }

    private static Optional<Bottleneck> javaScript(InsideView inside, WindowMeasurement window) {
        boolean isOneProcess =
                inside.processes().map(processes -> processes.peak() == 1).orElse(true);
        return inside.node()
                .filter(node -> isOneProcess)
                .flatMap(node -> isThreadKnown(inside)
                        ? mainThreadsCpus(inside, window)
                        : likelyMainThreadsCpus(inside, node, window))
                .filter(used -> used >= JAVASCRIPT_SATURATED)
                .map(Bottleneck.JavaScriptThread::new);
    }

    /** Of windows with several busiest threads little is known of each: one that used less than half is no evidence. */
    private static boolean isThreadKnown(InsideView inside) {
        return inside.busiestThread()
                .filter(thread -> thread.isMain() || thread.cpuSeconds() > inside.cpuSeconds() / 2)
                .isPresent();
    }

    private static Optional<Double> mainThreadsCpus(InsideView inside, WindowMeasurement window) {
        return inside.busiestThread()
                .filter(BusyThread::isMain)
                .map(thread -> thread.cpuSeconds() / window.lengthSeconds());
    }

    /** By the time of the whole process, where it is not known which thread used it. */
    private static Optional<Double> likelyMainThreadsCpus(
            InsideView inside, InsideView.Node node, WindowMeasurement window) {
        double used = inside.cpuSeconds() / window.lengthSeconds();
        boolean isItself = used <= ONE_THREAD || node.lag().meanMillis().orElse(0) >= LATE_MILLIS;
        return Optional.of(used).filter(cpus -> isItself);
    }

    private static Optional<Bottleneck> shared(InsideView inside, WindowMeasurement window) {
        if (inside.machine().isPresent()) {
            return elsewhere(inside.machine().get(), inside, window)
                    .filter(CpuUse::isMostlyOurs)
                    .map(Bottleneck.Cpu::new);
        }
        return saturated(window)
                .flatMap(usage -> ours(usage, use(usage, inside, window)))
                .map(Bottleneck.Cpu::new);
    }

    /** The use of the CPUs of a target's own machine, if they are saturated: the generator takes none of them. */
    private static Optional<CpuUse> elsewhere(TargetMachine machine, InsideView inside, WindowMeasurement window) {
        if (machine.busyShare() < SATURATED || machine.seconds() <= 0) {
            return Optional.empty();
        }
        double seconds = machine.seconds();
        int cpus = machine.cpu().processors();
        double dependencies = machine.cpu().dependencySeconds().orElse(0.0);
        // dependencies that ralbench did not start are among the others, and no other programs
        double others = machine.cpu()
                .dependencySeconds()
                .map(known -> Math.max(0, machine.cpu().programSeconds() - inside.cpuSeconds() - known))
                .orElse(0.0);
        return Optional.of(new CpuUse(
                cpus,
                false,
                machine.busyShare() * cpus,
                inside.cpuSeconds() / seconds,
                0,
                dependencies / seconds,
                others / seconds,
                onlyServer(window.views().servers())));
    }

    private static Optional<GeneratorUsage> saturated(WindowMeasurement window) {
        return window.views().generator().filter(usage -> usage.machine().machineBusyShare() >= SATURATED);
    }

    /** The saturated CPUs of the machine, whatever uses them; empty if the target has CPUs of its own. */
    Optional<Bottleneck.Cpu> machine(LevelEvidence level) {
        var window = level.window();
        return window.views()
                .inside()
                .filter(inside -> targetsOwn.isEmpty())
                .flatMap(inside -> inside.machine()
                        .map(machine -> elsewhere(machine, inside, window))
                        .orElseGet(() -> saturated(window).map(usage -> use(usage, inside, window))))
                .map(Bottleneck.Cpu::new);
    }

    /** Whether CPUs are saturated by programs that ralbench did not start, as far as that is known. */
    boolean areOfOthers(LevelEvidence level) {
        return machine(level).filter(cpu -> !cpu.use().isMostlyOurs()).isPresent();
    }

    private static Optional<CpuUse> ours(GeneratorUsage usage, CpuUse use) {
        boolean areOthersKnown =
                usage.machineCpu().flatMap(cpu -> cpu.dependencySeconds()).isPresent();
        return Optional.of(use).filter(areOthersKnown ? CpuUse::isMostlyOurs : CpuUse::isMostlyOfTargetAndGenerator);
    }

    private static CpuUse use(GeneratorUsage usage, InsideView inside, WindowMeasurement window) {
        double seconds = usage.seconds();
        double dependencies =
                usage.machineCpu().flatMap(cpu -> cpu.dependencySeconds()).orElse(0.0);
        double known = usage.cpuSeconds() + inside.cpuSeconds() + dependencies;
        // dependencies that ralbench did not start are among the others, and no other programs
        double others = usage.machineCpu()
                .filter(cpu -> cpu.dependencySeconds().isPresent())
                .map(cpu -> Math.max(0, cpu.programSeconds() - known))
                .orElse(0.0);
        double cpus = usage.machine().processors();
        return new CpuUse(
                cpus,
                false,
                Math.min(cpus, usage.machine().machineBusyShare() * cpus),
                inside.cpuSeconds() / seconds,
                usage.cpuSeconds() / seconds,
                dependencies / seconds,
                others / seconds,
                onlyServer(window.views().servers()));
    }

    private static Optional<String> onlyServer(Map<String, ServerView> servers) {
        return servers.size() == 1 ? servers.keySet().stream().findFirst() : Optional.empty();
    }

    /** Of a generator with one event loop: of several only the one that waited longest is known, and not the busiest. */
    private static Optional<Bottleneck> generator(WindowMeasurement window) {
        return window.views()
                .generator()
                .filter(usage -> usage.seconds() > 0 && usage.machine().machineBusyShare() < SATURATED)
                .flatMap(usage -> usage.gauges()
                        .flatMap(gauges -> gauges.waits().loopCpuSeconds())
                        .filter(busy -> usage.cpuSeconds() <= ONE_LOOP * busy)
                        .map(busy -> busy / usage.seconds()))
                .filter(share -> share >= SATURATED)
                .map(Bottleneck.Generator::new);
    }
}
