package dev.ralbench.trial;

import dev.ralbench.Boxed;
import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.placement.Role;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ThreadPriority;
import dev.ralbench.result.Design;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.PredictionAddition;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunLayout;
import dev.ralbench.result.RunOrigin;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.RunResult.Status;
import dev.ralbench.result.StoredScenario;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioWorkload;
import dev.ralbench.tls.TlsLibrary;
import dev.ralbench.tls.TlsSettings;
import dev.ralbench.trial.calibration.CalibratedGenerator;
import dev.ralbench.trial.calibration.CalibratedLoad;
import dev.ralbench.trial.calibration.Calibration;
import dev.ralbench.trial.calibration.Compilers;
import dev.ralbench.validity.CeilingCheck;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Prepares a run: everything that is done once, before its first block. */
public final class RunPreparation {
    private final RunResources resources;
    private final SenderFactory senders;
    private final String senderChoice;
    private final Calibration calibration;
    private final Clock clock;
    private final RunListener listener;
    private final PredictionAddition predictions;

    /**
     * Nothing is prepared yet.
     *
     * @param senderChoice why these senders, for the result; may be empty
     */
    public RunPreparation(
            RunResources resources,
            SenderFactory senders,
            String senderChoice,
            Calibration calibration,
            Clock clock,
            RunListener listener,
            PredictionAddition predictions) {
        this.resources = resources;
        this.senders = senders;
        this.senderChoice = senderChoice;
        this.calibration = calibration;
        this.clock = clock;
        this.listener = listener;
        this.predictions = predictions;
    }

    /**
     * Prepares everything, and begins the file of the result.
     *
     * @return the blocks to measure
     * @throws Failure when something is wrong that shows before the first trial
     */
    public BlockLoop prepare(RunPlan asked, RunControl control) {
        if (asked.targetsElsewhere().isEmpty()) {
            resources.targets().check(asked.scenario());
            StartUpTraining.check(asked, resources.targets());
        }
        FixedPorts.check(asked.scenario(), asked.design().order());
        ResultFile.check(asked.names().resultPath());
        var elsewhere = asked.targetsElsewhere()
                .map(there -> control.preparing(() -> {
                    listener.preparing(there.targets().name() + " prepares the targets");
                    return there.targets().prepare(there.task());
                }));
        var skipped = elsewhere.isPresent()
                ? SkippedVariants.of(asked.scenario(), elsewhere.get().skipped())
                : control.preparing(() -> resources.targets().skipped(asked.scenario()));
        var plan = skipped.leftOf(asked);
        skipped.lines().forEach(listener::note);
        int connections = plan.share().of(plan.load().timeline().maxConnections());
        OsLimits.check(
                connections * sidesAtOnce(plan),
                connections,
                plan.remote().isPresent() ? List.of() : plan.load().sources());
        var prepared = control.preparing(() -> prepared(plan, control, elsewhere));
        var result = begin(plan, skipped, prepared);
        var file = ResultFile.begin(plan.names().resultPath(), result);
        var progress = new ProgressTicker(plan, clock, listener);
        listener.runStarting(result);
        return new BlockLoop(plan, method(plan, prepared, control), progress, control, listener, file, result);
    }

    /** Alternating variants keep their connections while the others have their turn. */
    private static int sidesAtOnce(RunPlan plan) {
        return plan.design().turns().isPresent() ? plan.scenario().variants().size() : 1;
    }

    private BlockMethod method(RunPlan plan, PreparedRun prepared, RunControl control) {
        var starter = new TrialStarter(
                resources,
                prepared.targets(),
                plan.scenario(),
                new QueriedData(plan.scenario().data().queries()),
                clock,
                plan.seed(),
                plan.call().asked(),
                plan.keepGoing(),
                senders,
                plan.part(),
                plan.remote());
        return plan.design()
                .turns()
                .filter(turns -> plan.part().isEmpty()) // the process that leads gives a part its turns
                .<BlockMethod>map(turns -> new AlternatingBlock(
                        starter,
                        turns,
                        plan.load(),
                        prepared.generator(),
                        plan.rule().workTest(),
                        clock,
                        control))
                .orElseGet(() -> new TrialRunner(
                        starter,
                        plan.load(),
                        plan.design().capacity().map(Design.Capacity::objective),
                        prepared.generator(),
                        plan.rule().workTest(),
                        clock,
                        control));
    }

    /**
     * Everything that is done once.
     *
     * @param software facts that must be equal for results to be comparable
     * @param calibrated measurements that chose the servers' data, by the dependency's name
     * @param elsewhere the facts of the machine that the targets are on, if it is another one
     */
    private record PreparedRun(
            TrialTargets targets,
            CalibratedGenerator generator,
            Map<String, String> software,
            Map<String, String> calibrated,
            Optional<HostedTargetsFacts> elsewhere) {}

    /** Done once, before the first trial. */
    private PreparedRun prepared(RunPlan plan, RunControl control, Optional<HostedTargetsFacts> elsewhere)
            throws InterruptedException {
        if (elsewhere.isPresent()) {
            var remote = plan.targetsElsewhere().orElseThrow().targets();
            return new PreparedRun(
                    new RemoteTrialTargets(resources, plan.scenario(), remote),
                    generator(plan),
                    elsewhere.get().software(),
                    elsewhere.get().calibrated(),
                    elsewhere);
        }
        var here = PreparedRunTargets.prepare(resources, plan.scenario(), listener::note);
        var generator = generator(plan);
        var trained = here.with(
                new StartUpTraining(resources, plan, here.environment(), senders, clock, control).with(here.targets()));
        return new PreparedRun(
                new LocalTargets(resources, trained.environment(), trained.targets(), plan.names()),
                generator,
                trained.software(),
                trained.environment().calibrated(),
                elsewhere);
    }

    private CalibratedGenerator generator(RunPlan plan) throws InterruptedException {
        if (plan.remote().isEmpty()) {
            listener.calibrating();
        }
        var generator = calibrated(plan);
        // On a CPU that they share with event loops, a compilation holds up requests for milliseconds: the kernel may
        // let it go on until its next tick. Not before the calibration: compilers that step back are not done when it
        // has warmed up.
        var rate = plannedRate(plan);
        new ThreadPriority(ProcFs.ofThisMachine())
                .lower(
                        generator.leavesTime(rate) ? ThreadPriority.LAST : ThreadPriority.BEHIND,
                        Compilers::isOfCompiler);
        CeilingCheck.forecast(rate, generator.ceiling()).ifPresent(listener::note);
        return generator;
    }

    /** Requests per second; what arrives in an open load may be a journey of several. */
    private static OptionalDouble plannedRate(RunPlan plan) {
        var whole = plan.load().plannedRate();
        var rate = whole.isPresent()
                ? OptionalDouble.of(
                        whole.getAsDouble() / Math.max(1, plan.share().parts()))
                : whole;
        boolean isOpen = plan.load().timeline().open().findAny().isPresent();
        return rate.isPresent() && isOpen
                ? OptionalDouble.of(rate.getAsDouble()
                        * plan.scenario()
                                .workload()
                                .map(ScenarioWorkload::requestsPerJourney)
                                .orElse(1.0))
                : rate;
    }

    /**
     * Of variants by https and others by http it is that by http: the other one would make loads by http seem near it. Both
     * are warmed up.
     */
    private CalibratedGenerator calibrated(RunPlan plan) throws InterruptedException {
        var load = calibratedLoad(plan);
        if (plan.remote().isPresent()) {
            return CalibratedGenerator.elsewhere(calibration, load);
        }
        boolean isMixed = load.tls().isPresent()
                && plan.scenario().variants().stream()
                        .anyMatch(variant -> variant.target().tls().isEmpty());
        if (isMixed) {
            var unused = calibration.ceiling(load);
        }
        return CalibratedGenerator.of(calibration, isMixed ? load.withoutTls() : load, listener::note);
    }

    /** The requests of all variants differ in nothing but the path. */
    private CalibratedLoad calibratedLoad(RunPlan plan) {
        var scenario = plan.scenario();
        var here = fingerprint(Map.of(), description(scenario));
        var surroundings = new TreeMap<>(here.machine());
        surroundings.putAll(here.software());
        return new CalibratedLoad(
                senders,
                plan.load(),
                scenario.variants().getFirst().request().filled(resources.secrets()),
                tls(scenario),
                surroundings,
                plan.calibrates());
    }

    /** Of the variants by https, one that costs most. */
    private static Optional<TlsSettings> tls(Scenario scenario) {
        return scenario.variants().stream()
                .flatMap(variant -> variant.target().tls().stream())
                .max(Comparator.comparing(TlsLibrary::of));
    }

    private String description(Scenario scenario) {
        return senders.description()
                + tls(scenario)
                        .map(TlsLibrary::of)
                        .map(library -> ", TLS by " + library.title())
                        .orElse("");
    }

    private RunResult begin(RunPlan plan, SkippedVariants skipped, PreparedRun prepared) {
        var scenario = plan.scenario();
        var generator = prepared.generator();
        return new RunResult(
                new RunOrigin(
                        RunResult.SCHEMA,
                        plan.names().runId(),
                        plan.call().tool(),
                        plan.call().command(),
                        clock.now()),
                Status.RUNNING,
                new RunLayout(plan.seed(), plan.design(), plan.schedule().names()),
                StoredScenario.of(
                        scenario.document(), UserModel.sentence(plan.load(), scenario.workload(), scenario.setup())),
                new RunResult.Generator(
                        description(scenario),
                        Optional.of(senderChoice)
                                .filter(why -> !why.isEmpty() && plan.remote().isEmpty()), // each agent has its own
                        offered(plan),
                        plannedRequests(plan),
                        Optional.of(generator.ceiling())
                                .filter(found -> plan.remote().isEmpty())),
                fingerprint(prepared, description(scenario)),
                new RunResult.Expected(
                        plan.design().capacity().isPresent()
                                ? Map.of()
                                : predictions(
                                        scenario,
                                        plan.load(),
                                        prepared.elsewhere()
                                                .map(HostedTargetsFacts::cpus)
                                                .orElseGet(() ->
                                                        resources.placement().count(Role.TARGET))),
                        scenario.expected().reference()),
                Optional.of(skipped.inWords()),
                List.of());
    }

    /** A search ends at its target's limit, so its load is unknown before. */
    private static Optional<Double> offered(RunPlan plan) {
        return plan.design().capacity().isPresent()
                ? Optional.empty()
                : Boxed.of(plan.load().timeline().userSeconds());
    }

    private static Optional<Long> plannedRequests(RunPlan plan) {
        var requests = plan.load().timeline().plannedRequests();
        return plan.design().capacity().isPresent() || requests.isEmpty()
                ? Optional.empty()
                : Optional.of(requests.getAsLong());
    }

    private Fingerprint fingerprint(PreparedRun prepared, String description) {
        var calibrated = new TreeMap<String, String>();
        prepared.calibrated().forEach((name, text) -> calibrated.put(Fingerprint.CALIBRATED + name, text));
        var here = fingerprint(prepared.software(), description).noting(calibrated);
        return prepared.elsewhere()
                .map(facts ->
                        facts.isElsewhere() ? here.withTargetsOn(facts.machine()) : here.withRuntimeOf(facts.machine()))
                .orElse(here);
    }

    private Fingerprint fingerprint(Map<String, String> servers, String description) {
        var software = new TreeMap<>(servers);
        software.putAll(resources.runtime().facts());
        software.put("sender", description);
        return HostFacts.here(resources.placement().cores())
                .fingerprint(resources.runtime().name(), resources.placement(), software);
    }

    /** @param cpus that a target may use */
    private Map<String, RunResult.PredictionResult> predictions(Scenario scenario, LoadPlan load, int cpus) {
        var stored = new LinkedHashMap<String, RunResult.PredictionResult>();
        scenario.expected()
                .predictions()
                .forEach((variant, declared) -> stored.put(
                        variant, predictions.added(PredictionRecord.of(declared, load, cpus), declared, load, cpus)));
        return stored;
    }
}
