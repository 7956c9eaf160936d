package dev.ralbench.session;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.load.CalibrationServer;
import dev.ralbench.placement.Demand;
import dev.ralbench.placement.Placement;
import dev.ralbench.placement.PlacementRequest;
import dev.ralbench.placement.Planner;
import dev.ralbench.placement.Role;
import dev.ralbench.process.UserCache;
import dev.ralbench.result.Design;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.result.PredictionAddition;
import dev.ralbench.scenario.CarriedScenario;
import dev.ralbench.scenario.GivenOptions;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.ResolvedScenario;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.scenario.ScenarioSecrets;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.secret.Secrets;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.trial.FinishedRun;
import dev.ralbench.trial.LoadPart;
import dev.ralbench.trial.Pace;
import dev.ralbench.trial.RemoteGenerators;
import dev.ralbench.trial.RemoteTargets;
import dev.ralbench.trial.RunCall;
import dev.ralbench.trial.RunControl;
import dev.ralbench.trial.RunListener;
import dev.ralbench.trial.RunNames;
import dev.ralbench.trial.RunPlan;
import dev.ralbench.trial.RunPreparation;
import dev.ralbench.trial.Schedule;
import dev.ralbench.trial.StartedVariant;
import dev.ralbench.trial.calibration.Calibration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Runs what is requested, and stops everything that it started: the one way to a measurement, for the commands and for
 * programs that use ralbench as a library.
 *
 * <pre>{@code
 * var request = RunRequest.of("http://127.0.0.1:8080/products/42").users(50).duration(Duration.ofSeconds(10));
 * var result = Session.standard().run(request).result();
 * System.out.println(result.level(50).p99());
 * }</pre>
 *
 * <p>A process does one thing at a time: while a run of any session is on, or a target is up, a second one is refused with
 * a {@link Failure}. A run has a thread of its own, which also calls its listener. An interrupt of the thread that waits
 * for it stops it gracefully, a second one at once: everything that was started is ended, what was measured is stored, and
 * the waiting thread is interrupted again when the run returns or throws.
 */
public final class Session {
    private static final Demand ELSEWHERE =
            new Demand(false, true, false, List.of("targets and dependencies on another machine"));

    private final Surroundings around;

    public Session(Surroundings around) {
        this.around = around;
    }

    /**
     * In this process's environment; the system property {@code ralbench.home} says where built-in targets are. Results
     * have no predictions from {@code threads} and {@code executor} of a scenario's {@code predict}: these are for
     * reproductions of studies.
     *
     * @param kinds of the dependencies that scenarios may need, such as {@code new RedisKind()} of module kinds/redis; the
     *     stub of a slow remote service, commands and images need none
     */
    public static Session standard(DependencyKind... kinds) {
        var version = Optional.ofNullable(Session.class.getPackage().getImplementationVersion())
                .orElse("development");
        var clock = Clock.system();
        return new Session(new Surroundings(
                System.getenv(),
                ScenarioCatalog.standard(),
                new TargetCatalog(Path.of(System.getProperty("ralbench.home", "."))),
                new DependencyKinds(kinds),
                clock,
                Calibration.remembering(Surroundings.cache(System.getenv()), clock),
                PredictionAddition.NONE,
                "ralbench " + version));
    }

    /**
     * This session with more variables of the environment, which take the place of those with the same names: values of
     * <code>${env:NAME}</code> in scenarios that a program knows only while it runs, such as the port of a service that it
     * has started.
     */
    public Session with(Map<String, String> variables) {
        var environment = new LinkedHashMap<>(around.environment());
        environment.putAll(variables);
        return new Session(around.with(environment));
    }

    /** The user's cache directory. */
    public UserCache cache() {
        return around.cache();
    }

    /** How much earlier runs on this machine differed. */
    public NoiseBank noise() {
        return NoiseBank.in(cache().root());
    }

    /**
     * A server in this process that answers at once.
     *
     * @param tls whether it is reached by https; its certificate signs itself
     */
    public CalibrationServer openCalibrationServer(boolean tls) {
        return SenderChoice.none().factory(Placement.shared(), around.clock()).openCalibrationServer(tls);
    }

    /** The scenario of a request, with everything merged in: file, profile, {@code RALBENCH_*} variables, choices. */
    public ResolvedScenario resolve(RunRequest request) {
        return read(request).resolved();
    }

    /** One build twice if the request is for that, else what the request is for. */
    private OneBuildTwice twice(RunRequest request, ParsedScenario source) {
        var choices = request.overrides(environment(request));
        return request.isAgainstItself()
                ? OneBuildTwice.of(source, choices)
                : new OneBuildTwice(choices, source.variants().getFirst());
    }

    private GivenOptions environment(RunRequest request) {
        return request.ignoresEnvironment() ? GivenOptions.none() : GivenOptions.ofEnvironment(around.environment());
    }

    /** {@link #preview(List)} of one request. */
    public PlannedRun preview(RunRequest request) {
        return preview(List.of(request)).getFirst();
    }

    /**
     * What would be run, on any machine that has the files which the requests name. Everything that can be refused without
     * a file is, of all requests, before the first scenario is read; all scenarios are read before one is looked at closely.
     *
     * @return a plan of each, in their order
     * @throws Failure if choices exclude each other, or do not fit the scenario
     */
    public List<PlannedRun> preview(List<RunRequest> requests) {
        var planned = checked(requests);
        planned.forEach(this::checkUse);
        return planned;
    }

    /** {@link #plan(List)} of one request. */
    public PlannedRun plan(RunRequest request) {
        return plan(List.of(request)).getFirst();
    }

    /**
     * Decides everything that can be decided before something is started, in the order of {@link #preview(List)}.
     *
     * @return a plan of each request, in their order
     * @throws Failure if choices exclude each other, do not fit the scenario, or ask for what is not there
     */
    public List<PlannedRun> plan(List<RunRequest> requests) {
        var planned = checked(requests);
        for (var run : planned) {
            if (run.request().hasTargetsElsewhere()) {
                checkUse(run); // whether they are there is for that machine to say
            } else {
                run.resolved().placing(() -> around.definitions().check(run.scenario()));
            }
            var unused = ScenarioSecrets.read(run.scenario(), around.environment());
        }
        return planned;
    }

    private void checkUse(PlannedRun run) {
        run.resolved().placing(() -> around.definitions().checkUse(run.scenario()));
    }

    /**
     * Plans a part of a load that another process leads, whose scenario it sent.
     *
     * @param source of the scenario, in place of that of the request
     * @param leading the design of the process that leads
     * @throws Failure as of {@link #plan(RunRequest)}
     */
    public PlannedRun planPart(ParsedScenario source, RunRequest request, LoadPart part, Design leading) {
        var planned = checked(new Read(
                request,
                source,
                source.variants().getFirst(),
                source.resolve(request.overrides(environment(request)))));
        checkUse(planned); // the process that leads has started it, with files that need not be on this machine
        var unused = ScenarioSecrets.read(planned.scenario(), around.environment());
        return planned.sending(
                part,
                new Design(Design.Order.FIXED, List.of(1), leading.turns(), leading.capacity(), Optional.empty(), 1));
    }

    /** A request that suits itself, with its scenario. */
    private record Read(RunRequest request, ParsedScenario source, String like, ResolvedScenario resolved) {}

    private List<PlannedRun> checked(List<RunRequest> requests) {
        for (var request : requests) {
            request.check();
            checkServers(request);
        }
        var read = requests.stream().map(this::read).toList();
        return read.stream().map(this::checked).toList();
    }

    private Read read(RunRequest request) {
        var source = around.scenarios().find(request.scenario());
        var measured = twice(request, source);
        return new Read(request, source, measured.like(), source.resolve(measured.overrides()));
    }

    private PlannedRun checked(Read read) {
        var request = read.request();
        var scenario = read.resolved().scenario();
        request.checkLoad(() -> isOpenByItself(request, read.source()));
        sender(request).check(scenario);
        var gate = request.gate(scenario, around.clock());
        var design = gate.map(GatedRun::design).orElseGet(() -> request.design(scenario));
        PlannedLevels.checkLimits(scenario, design);
        boolean startUpCache = request.startUpCache(gate);
        var placement = placement(request, scenario);
        if (request.hasTargetsElsewhere()) {
            checkElsewhere(request, startUpCache, placement);
        }
        long seed = request.seed().orElseGet(() -> RandomGenerator.getDefault().nextLong(1L << 32));
        return new PlannedRun(
                request,
                read.source(),
                read.like(),
                read.resolved(),
                gate,
                design,
                Schedule.of(scenario.variants(), design.looks().getLast(), design.order(), seed),
                placement,
                Pace.of(scenario, noise(), scenario.variants().size(), startUpCache),
                startUpCache,
                gate.map(GatedRun::rule).orElse(request.rule()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Refuses what decides about services of this machine. */
    private static void checkElsewhere(RunRequest request, boolean startUpCache, Placement placement) {
        var here = request.serverOptions().stream()
                .sorted()
                .findFirst()
                .or(() -> startUpCache ? Optional.of("--start-up-cache") : Optional.empty())
                .or(() -> Stream.of(Role.TARGET, Role.DEPENDENCIES)
                        .filter(role -> placement.of(role).isPresent())
                        .map(role -> "--cpus " + role)
                        .findFirst());
        here.ifPresent(option -> {
            throw Failure.usage(
                    option + " does not go with targets on another machine",
                    "it is for services that are started here",
                    "leave it out; RALBENCH_* variables of the agent decide on its machine, such as RALBENCH_MYSQL");
        });
    }

    /** Whether requests of the scenario would arrive at a rate if nothing changed its load. */
    private boolean isOpenByItself(RunRequest request, ParsedScenario source) {
        return source.resolve(request.overridesOfVariants(environment(request)))
                .scenario()
                .load()
                .timeline()
                .open()
                .findAny()
                .isPresent();
    }

    private Placement placement(RunRequest request, Scenario scenario) {
        return Planner.ofThisMachine()
                .plan(
                        PlacementRequest.parse(request.cpus()),
                        isFair(request),
                        request.hasTargetsElsewhere() ? ELSEWHERE : demand(scenario, servers(request)));
    }

    private boolean isFair(RunRequest request) {
        return request.isFair()
                || around.variable("RALBENCH_FAIR").map(Session::isYes).orElse(false);
    }

    private static boolean isYes(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw Failure.usage("RALBENCH_FAIR: must be true or false, got " + text, "", "correct it, or unset it");
        }
        return text.equals("true");
    }

    /** @param sources servers that run already are left where they are */
    private Demand demand(Scenario scenario, ServerSources sources) {
        long running = scenario.variants().stream()
                .filter(variant -> variant.target() instanceof TargetChoice.Url)
                .count();
        var leftAlone = new ArrayList<String>();
        if (running > 0) {
            leftAlone.add("the target by url");
        }
        boolean startsServer = false;
        for (var kind : around.kinds().of(scenario.needs())) {
            if (sources.of(kind.name()).url().isEmpty()) {
                startsServer = true;
            } else {
                kind.server().ifPresent(server -> leftAlone.add(server.title() + " by its url"));
            }
        }
        return new Demand(running < scenario.variants().size(), running > 0, startsServer, leftAlone);
    }

    /** The user's choice of servers; the request overrides the environment. */
    ServerSources servers(RunRequest request) {
        checkServers(request);
        var sources = ServerSources.none();
        for (var kind : around.kinds().servers()) {
            var variable = "RALBENCH_" + kind.name().toUpperCase(Locale.ROOT);
            var url = request.server(kind.urlOption())
                    .or(() -> around.variable(variable + "_URL"))
                    .map(text -> new UrlOption(kind, text).read(around.environment()));
            var program = request.server(kind.option()).or(() -> around.variable(variable));
            sources = sources.with(kind.name(), new ServerSources.Source(url, program));
        }
        return sources;
    }

    private void checkServers(RunRequest request) {
        var known = around.kinds().servers().stream()
                .flatMap(kind -> Stream.of(kind.option(), kind.urlOption()))
                .toList();
        request.serverOptions().stream()
                .filter(option -> !known.contains(option))
                .findFirst()
                .ifPresent(option -> {
                    throw Failure.usage(
                            option + ": no kind of server has this option",
                            NearestName.hint(option, known),
                            "correct it, or give the session the kind of dependency that has it");
                });
    }

    RuntimeMode runtime(RunRequest request) {
        return request.runtime()
                .or(() -> around.variable("RALBENCH_RUNTIME").map(RuntimeMode::ofEnvironment))
                .orElse(RuntimeMode.AUTO);
    }

    private SenderChoice sender(RunRequest request) {
        return request.sender().completedBy(around.variable("RALBENCH_EVENT_LOOPS"));
    }

    private SenderChoice.Chosen sender(PlannedRun planned) {
        return sender(planned.request())
                .choose(
                        planned.scenario(),
                        planned.load(),
                        planned.placement(),
                        () -> isAlone(planned),
                        around.clock());
    }

    /** Whether the generator has this machine for itself: targets, or the proxies in front of them, are on others. */
    boolean isAlone(PlannedRun planned) {
        if (planned.targets().isPresent()) {
            return planned.targets().get().areElsewhere();
        }
        var scenario = planned.scenario();
        if (!scenario.needs().isEmpty()) {
            return false;
        }
        var secrets = ScenarioSecrets.read(scenario, around.environment());
        return scenario.variants().stream()
                .allMatch(variant -> variant.target() instanceof TargetChoice.Url target
                        && target.pid().isEmpty()
                        && Stream.concat(Stream.of(target.url()), variant.request().proxy().stream())
                                .noneMatch(url -> OwnAddresses.lead(url.filled(secrets))));
    }

    /** {@link #run(RunRequest, RunListener)} without a listener. */
    public FinishedRun run(RunRequest request) {
        return run(request, new RunListener() {});
    }

    /**
     * Runs what is requested, to its end. One that is stopped while it is on returns what was measured, with the status
     * ABORTED; perhaps no trial.
     *
     * @throws Failure if it cannot be run, was stopped while it was prepared, or this process runs something else
     */
    public FinishedRun run(RunRequest request, RunListener listener) {
        return run(plan(request), listener, new RunControl());
    }

    /**
     * Runs a plan, which may be stopped. A failure to end something that was started loses no findings: it is among the
     * troubles of the finished run.
     *
     * @throws Failure if it cannot be run, was stopped while it was prepared, or this process runs something else
     */
    public FinishedRun run(PlannedRun planned, RunListener listener, RunControl control) {
        // A part starts nothing, and parts of several loads may be ready where variants take turns.
        var claim = planned.part().isPresent()
                ? Optional.<ProcessClaim>empty()
                : Optional.of(ProcessClaim.of(planned.scenario().name()));
        try {
            return control.onOwnThread(() -> {
                var request = planned.request();
                var scenario = planned.scenario();
                var senders = sender(planned);
                var names = RunNames.reserve(around.clock().now(), scenario.name(), request.output());
                var plan = plan(planned, names);
                try {
                    if (!planned.placement().sentence().isEmpty()) {
                        listener.preparing(planned.placement().sentence());
                    }
                    sender(request).note(planned.placement()).ifPresent(listener::note);
                    var opened = control.preparing(() -> open(planned, listener::preparing));
                    // what a part has measured is for the process that leads alone
                    planned.part()
                            .flatMap(part -> Optional.ofNullable(
                                    names.resultPath().toAbsolutePath().getParent()))
                            .ifPresent(opened::guarded);
                    FinishedRun finished;
                    try {
                        var blocks = new RunPreparation(
                                        opened.resources(),
                                        senders.factory(),
                                        senders.why(),
                                        around.calibration(),
                                        around.clock(),
                                        listener,
                                        around.predictions())
                                .prepare(plan, control);
                        finished = blocks.run();
                    } catch (RuntimeException e) {
                        close(opened).ifPresent(e::addSuppressed);
                        throw MaskedDefect.of(e, opened.resources().secrets());
                    } catch (Error e) { // such as an assertion in a listener: what was started must end all the same
                        close(opened).ifPresent(e::addSuppressed);
                        throw e;
                    }
                    return close(opened).map(finished::with).orElse(finished);
                } finally {
                    RunNames.release(names.logDirectory()); // nothing if there are logs
                }
            });
        } finally {
            claim.ifPresent(ProcessClaim::close);
        }
    }

    private SessionResources open(PlannedRun planned, Consumer<String> notes) throws InterruptedException {
        var request = planned.request();
        if (planned.targets().isPresent()) {
            return SessionResources.openWithoutServices(
                    around, planned.placement(), planned.scenario(), secrets(planned.scenario()), notes);
        }
        return SessionResources.open(
                around,
                runtime(request),
                servers(request),
                planned.placement(),
                isLoadElsewhere(planned),
                planned.scenario(),
                secrets(planned.scenario()),
                notes);
    }

    private static boolean isLoadElsewhere(PlannedRun planned) {
        return planned.remote().filter(RemoteGenerators::areElsewhere).isPresent();
    }

    private Secrets secrets(Scenario scenario) {
        return ScenarioSecrets.read(scenario, around.environment());
    }

    private RunPlan.TargetsElsewhere elsewhere(RemoteTargets targets, PlannedRun planned) {
        var carried = CarriedScenario.ofTargets(planned.source(), planned.scenario());
        var named = new TreeMap<>(around.environment());
        named.keySet().retainAll(carried.variables());
        return new RunPlan.TargetsElsewhere(
                targets,
                new RemoteTargets.Task(
                        carried,
                        named,
                        planned.request().runtime().map(RuntimeMode::toString),
                        isLoadElsewhere(planned)));
    }

    private RunPlan plan(PlannedRun planned, RunNames names) {
        var request = planned.request();
        return new RunPlan(
                planned.scenario(),
                planned.design(),
                planned.schedule(),
                planned.rule(),
                planned.pace(),
                planned.schedule().seed(),
                new RunCall(planned.asked().orElseGet(around.clock()::now), around.tool(), request.command()),
                names,
                request.keepsGoing(),
                planned.startUpCache(),
                request.calibrates(),
                planned.part(),
                planned.remote()
                        .map(generators -> new RunPlan.Remote(
                                generators, planned.source(), planned.design(), around.environment())),
                planned.targets().map(targets -> elsewhere(targets, planned)));
    }

    private static Optional<Failure> close(SessionResources resources) {
        try {
            resources.close();
            return Optional.empty();
        } catch (Failure failure) {
            return Optional.of(failure);
        }
    }

    /**
     * Prepares targets on this machine for the loads of another one, which leads the run. Nothing else runs in this process
     * until it is closed.
     *
     * @param scenario with all that is needed to start them
     * @param variables of the other machine that the scenario names, for it alone: what ralbench does here is decided by the
     *     variables of this process
     * @param runtime how they are started, if the other machine's user has chosen
     * @param isElsewhere whether that is another machine, so that targets have to be reached from outside
     * @param notes receives everything that takes more than a moment
     * @throws Failure if something is wrong that shows before the first trial
     * @throws InterruptedException when interrupted; everything has been stopped then
     */
    public HostedRun host(
            Scenario scenario,
            Map<String, String> variables,
            Optional<RuntimeMode> runtime,
            boolean isElsewhere,
            Consumer<String> notes)
            throws InterruptedException {
        var request = RunRequest.of(scenario.name());
        var claim = ProcessClaim.of(scenario.name());
        boolean complete = false;
        try {
            var hosted = HostedRun.open(
                    claim,
                    SessionResources.open(
                            around,
                            runtime.orElseGet(() -> runtime(request)),
                            servers(request),
                            Placement.shared(),
                            isElsewhere,
                            scenario,
                            ScenarioSecrets.read(scenario, variables),
                            notes),
                    scenario,
                    around.clock(),
                    isElsewhere);
            complete = true;
            return hosted;
        } finally {
            if (!complete) {
                claim.close();
            }
        }
    }

    /** Uses a variant that is up. */
    @FunctionalInterface
    public interface UpUser {
        void use(StartedVariant up) throws InterruptedException;
    }

    /**
     * Starts the first variant with its dependencies, without load, and keeps it up while it is used.
     *
     * @param port that the target listens on; empty for the one that a trial would choose
     * @param notes receives everything that takes more than a moment
     * @throws Failure if it cannot be started, or this process runs something else
     * @throws InterruptedException when interrupted; everything has been stopped then
     */
    public void up(RunRequest request, Optional<Integer> port, Consumer<String> notes, UpUser user)
            throws InterruptedException {
        var resolved = resolve(request);
        var scenario = resolved.scenario();
        resolved.placing(() -> around.definitions().check(scenario));
        var logs = RunNames.logs(Path.of("results"))
                .resolve("up-" + ProcessHandle.current().pid());
        var claim = ProcessClaim.of(scenario.name());
        try (claim;
                var resources = SessionResources.open(
                        around,
                        runtime(request),
                        servers(request),
                        Placement.shared(),
                        false,
                        scenario,
                        secrets(scenario),
                        notes)) {
            try (var started = StartedVariant.start(
                    resources.resources(), scenario, scenario.variants().getFirst(), port, logs)) {
                user.use(started);
            } catch (RuntimeException e) {
                throw MaskedDefect.of(e, resources.resources().secrets());
            }
        }
    }
}
