package dev.ralbench.session;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.gate.GateDesign;
import dev.ralbench.gate.GateFile;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Phase;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.Metrics;
import dev.ralbench.placement.PlacementRequest;
import dev.ralbench.result.Design;
import dev.ralbench.result.Slo;
import dev.ralbench.scenario.GivenOptions;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioWorkload;
import dev.ralbench.trial.BlockRule;
import dev.ralbench.yaml.DurationSyntax;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * All that a caller decides about a run: what is measured, how often, when it is enough, by which means, and where the
 * result goes. Each method returns a request with one more choice, which takes the place of an earlier one of the same
 * method, or with {@link #option} and {@link #server} of the same option. What is not chosen has the default of the option of {@code ralbench run} that has the same name.
 *
 * <p>Values out of range and choices that exclude each other are refused in the words of those options, with a
 * {@link Failure} of usage: by {@link Session#plan(RunRequest)} and {@link Session#run(RunRequest)}, before anything is started;
 * an option that there is not, or with another number of texts, by the method that is given it.
 *
 * <p>Immutable. A request may be used for several runs, one after the other; with an {@link #output} for one, because that
 * file must not exist yet. Runs of one process must not overlap: each moves all threads of this process to the CPUs that it
 * reserves for the load generator, until it ends, unless {@link #cpus} says {@code none}; and from the first run on, the JVM's
 * compiler threads have a lower priority.
 */
public final class RunRequest {
    /** What is not chosen, as options are written. */
    public static final String CAPACITY_RANGE = "8-4096";

    public static final String CAPACITY_HOLD = "5s";
    public static final int WINDOWS = 4;
    public static final String WINDOW_LENGTH = "2.5s";
    public static final String LEAD_IN = "500ms";

    private static final String ALTERNATING = "--order alternating";
    private static final double SETTLE_MILLIS = 1000;
    /** Enough for percentiles, and for a target's once-a-second tasks. */
    private static final Duration SHORTEST_HOLD = Duration.ofSeconds(1);

    private static final int MOST_POSSIBLE_USERS = 1_000_000;

    private final Choices choices;

    private RunRequest(Choices choices) {
        this.choices = choices;
    }

    /** The choices, changed only while a copy of them is not yet in a request. */
    private static final class Choices implements Cloneable {
        private final String scenario;
        private GivenOptions options = GivenOptions.none();
        private boolean ignoresEnvironment;
        private boolean isAgainstItself;

        private Optional<Integer> trials = Optional.empty();
        private Optional<Design.Order> order = Optional.empty();
        private Optional<List<Integer>> levels = Optional.empty();
        private Optional<Integer> windows = Optional.empty();
        private Optional<Duration> windowLength = Optional.empty();
        private Optional<Duration> leadIn = Optional.empty();
        private Optional<Duration> warmUpLimit = Optional.empty();
        private Optional<Design.Turns> turns = Optional.empty();
        private Optional<Range> capacity = Optional.empty();
        private List<MetricLimit> slo = List.of();
        private Optional<Duration> capacityHold = Optional.empty();
        private String capacityName = "--find-capacity";
        private String capacityHoldName = "--capacity-hold";

        private Optional<String> gate = Optional.empty();
        private boolean hasNoBase;
        private Optional<Integer> attempt = Optional.empty();
        private BlockRule rule = BlockRule.ALL;

        private boolean keepsGoing;
        private boolean hasStartUpCache;
        private boolean calibrates;
        private boolean hasTargetsElsewhere;
        private Optional<Long> seed = Optional.empty();
        private Optional<Path> output = Optional.empty();
        private Optional<RuntimeMode> runtime = Optional.empty();
        private Map<String, String> servers = Map.of();
        private List<String> cpus = List.of();
        private boolean isFair;
        private SenderChoice sender = SenderChoice.none();
        private List<String> command = List.of();

        private Choices(String scenario) {
            this.scenario = scenario;
        }

        private Choices copy() {
            try {
                return (Choices) clone();
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Users between whom a search looks. */
    private record Range(int from, int to) {}

    /**
     * A request without any other choice.
     *
     * @param scenario name of a built-in scenario, path of a scenario's file, or URL of a request
     */
    public static RunRequest of(String scenario) {
        return new RunRequest(new Choices(scenario));
    }

    private RunRequest with(Consumer<Choices> choice) {
        var copy = choices.copy();
        choice.accept(copy);
        return new RunRequest(copy);
    }

    // What is measured.

    /**
     * An option that changes the scenario: its variants, its profile, its load, its request. It takes the place of an earlier
     * one of the same name.
     *
     * @param name of the option of {@code ralbench run}, such as {@code --think}
     * @param texts as typed: none for a flag; one, or several for an option that may be repeated
     * @throws Failure of usage if there is no such option, or it needs another number of texts
     */
    public RunRequest option(String name, String... texts) {
        return with(next -> next.options = next.options.with(name, texts));
    }

    /** Only these variants of the scenario; or builds in the place of all, each as {@code NAME=WHAT}. At least one. */
    public RunRequest variants(String... names) {
        return option("--variant", names);
    }

    /** A profile of the scenario; its file says which there are. */
    public RunRequest profile(String name) {
        return option("--profile", name);
    }

    /** The profile {@code quick} of the scenario, a short load. */
    public RunRequest quick() {
        return option("--quick");
    }

    /** So many users at once, 1 to 1,000,000, for {@link #duration}. With a rate, at most so many connections. */
    public RunRequest users(int number) {
        return option("--users", String.valueOf(number));
    }

    /** So many requests per second, 0.001 to 1,000,000, for {@link #duration}, independent of responses. */
    public RunRequest rate(double perSecond) {
        return option("--rate", String.valueOf(perSecond));
    }

    /** So many requests in all, 1 or more, without a time limit. */
    public RunRequest requests(long number) {
        return option("--requests", String.valueOf(number));
    }

    /** How long the load lasts: more than 0. */
    public RunRequest duration(Duration length) {
        return option("--duration", DurationSyntax.ANY.written(length));
    }

    /** The scenario as its file has it: {@code RALBENCH_*} variables of the environment do not change it. */
    public RunRequest ignoringEnvironment() {
        return with(next -> next.ignoresEnvironment = true);
    }

    /**
     * One variant or build, the first one if none is chosen, measured as {@code base} and as {@code head}: shows how
     * much two measurements of the same differ.
     */
    public RunRequest againstItself() {
        return with(next -> next.isAgainstItself = true);
    }

    // How often, and when it is enough.

    /** Trials per variant: 1 or more; 1 if it is not chosen. */
    public RunRequest trials(int perVariant) {
        return with(next -> next.trials = Optional.of(perVariant));
    }

    /** Order of the variants in a block; {@code INTERLEAVED} if it is not chosen. */
    public RunRequest order(Design.Order order) {
        return with(next -> next.order = Optional.of(order));
    }

    /** Users of each level, of variants that take turns: 1 or more each; the scenario's constant levels if not chosen. */
    public RunRequest levels(List<Integer> users) {
        return with(next -> next.levels = Optional.of(List.copyOf(users)));
    }

    /** Windows of each variant at each level of a block, of variants that take turns: 1 or more; 4 if not chosen. */
    public RunRequest windows(int perLevel) {
        return with(next -> next.windows = Optional.of(perLevel));
    }

    /** Length of a window: more than 0; 2.5 s if it is not chosen. */
    public RunRequest windowLength(Duration length) {
        return with(next -> next.windowLength = Optional.of(length));
    }

    /** Unmeasured load before each window, at least this long: 0 or more; 500 ms if it is not chosen. */
    public RunRequest leadIn(Duration length) {
        return with(next -> next.leadIn = Optional.of(length));
    }

    /**
     * Starts no further round of warm-up of variants that take turns after this time at a level: 0, for a single round, or
     * more; 60 s if it is not chosen.
     */
    public RunRequest warmUpLimit(Duration limit) {
        return with(next -> next.warmUpLimit = Optional.of(limit));
    }

    /** Variants take turns in these windows, as a gate has fixed them. Leaves no choice of levels, windows and times. */
    public RunRequest turns(Design.Turns fixed) {
        return with(next -> {
            next.order = Optional.of(Design.Order.ALTERNATING);
            next.turns = Optional.of(fixed);
        });
    }

    /**
     * In place of the scenario's load, searches for the most users with whom a variant meets the objective.
     *
     * @param from users of the first level: 1 or more
     * @param to users of the last level: more than that, at most 1,000,000
     */
    public RunRequest findCapacity(int from, int to) {
        return with(next -> next.capacity = Optional.of(new Range(from, to)));
    }

    /** The objective of a search for capacity; without one, the limits that the scenario expects. */
    public RunRequest slo(List<MetricLimit> limits) {
        return with(next -> next.slo = List.copyOf(limits));
    }

    /** Length of a level of a search for capacity: 1 s or more; 5 s if it is not chosen. */
    public RunRequest capacityHold(Duration length) {
        return with(next -> next.capacityHold = Optional.of(length));
    }

    /** The options of the search as messages name them. */
    public RunRequest namingCapacity(String range, String hold) {
        return with(next -> {
            next.capacityName = range;
            next.capacityHoldName = hold;
        });
    }

    /** The measurement that this gate defines, which stops it once it has decided: a built-in name, or a file. */
    public RunRequest gate(String nameOrFile) {
        return with(next -> next.gate = Optional.of(nameOrFile));
    }

    /** There is no base yet for the gate: absolute rules are judged, and nothing is compared. */
    public RunRequest withoutBase() {
        return with(next -> next.hasNoBase = true);
    }

    /** How often the gate has judged these builds, this time included: 1 or more; 1 if it is not chosen. */
    public RunRequest attempt(int number) {
        return with(next -> next.attempt = Optional.of(number));
    }

    /** Decides after each block whether to go on, on the thread of the run; a gate decides by itself. */
    public RunRequest rule(BlockRule enough) {
        return with(next -> next.rule = enough);
    }

    // By which means, and where the result goes.

    /** Loads a service even if every answer to the requests before its load is wrong. */
    public RunRequest keepGoing() {
        return with(next -> next.keepsGoing = true);
    }

    /** Services by jar start from what their JVM learned under load before the first block. */
    public RunRequest startUpCache() {
        return with(next -> next.hasStartUpCache = true);
    }

    /** Measures the load generator's limit, even if one of an earlier run is known. */
    public RunRequest calibrate() {
        return with(next -> next.calibrates = true);
    }

    /** Targets and dependencies are on another machine: nothing of them is looked for here. */
    public RunRequest targetsElsewhere() {
        return with(next -> next.hasTargetsElsewhere = true);
    }

    /** Seed of the trial order; random if none is chosen. */
    public RunRequest seed(long number) {
        return with(next -> next.seed = Optional.of(number));
    }

    /**
     * The result file, which must not exist yet. If none is chosen, {@code results/TIME-SCENARIO.json} in the working
     * directory, with the time (UTC) at which the run begins. The output of services goes to {@code logs} next to it.
     */
    public RunRequest output(Path file) {
        return with(next -> next.output = Optional.of(file));
    }

    /** Whether targets and servers are started in containers or as processes; {@code AUTO} if it is not chosen. */
    public RunRequest runtime(RuntimeMode mode) {
        return with(next -> next.runtime = Optional.of(mode));
    }

    /**
     * Where a server comes from.
     *
     * @param option of a kind that the session has, such as {@code --mysql} for a program, {@code --mysql-url} for one that
     *     runs already
     * @param value the program, a path or a name on the PATH; or the URL, in which {@code ${env:NAME}} is filled in, or
     *     {@code @FILE} for the first line of a file
     */
    public RunRequest server(String option, String value) {
        return with(next -> {
            var servers = new LinkedHashMap<>(next.servers);
            servers.put(option, value);
            next.servers = servers;
        });
    }

    /**
     * CPUs of each role, such as {@code generator=0} and {@code target=1-3}, or the word {@code none} for no pinning. By
     * default, with four CPUs or more, each role has CPUs of its own.
     */
    public RunRequest cpus(List<String> words) {
        return with(next -> next.cpus = List.copyOf(words));
    }

    /**
     * ralbench and services are equals on CPUs that they share. By default ralbench is served first there, so that a
     * service that uses all CPUs does not delay the load. A JVM without {@code --enable-native-access} does half of that:
     * it lowers the weight of services, and leaves the time slices of event loops as they are.
     */
    public RunRequest fair() {
        return with(next -> next.isFair = true);
    }

    /** What sends the load; the cheaper one that can do what the scenario asks for if none is chosen. */
    public RunRequest sender(SenderName name) {
        return with(next -> next.sender = next.sender.with(name));
    }

    /** How event loops talk to the kernel; the cheapest way for the load that works here if none is chosen. */
    public RunRequest transport(TransportName name) {
        return with(next -> next.sender = next.sender.with(name.transport()));
    }

    /**
     * How many threads send, 1 to 1024. By default one for each CPU of the generator if it has CPUs of its own, or if all
     * targets are on other machines and ralbench starts no dependency, and else one for every second CPU.
     */
    public RunRequest eventLoops(int number) {
        return with(next -> next.sender = next.sender.with(number));
    }

    /** The command line that repeats the run, for its result, which gets it without passwords and secret headers. */
    public RunRequest command(List<String> words) {
        return with(next -> next.command = StoredCommand.of(words));
    }

    // What the session reads.

    String scenario() {
        return choices.scenario;
    }

    boolean ignoresEnvironment() {
        return choices.ignoresEnvironment;
    }

    boolean isAgainstItself() {
        return choices.isAgainstItself;
    }

    BlockRule rule() {
        return choices.rule;
    }

    boolean keepsGoing() {
        return choices.keepsGoing;
    }

    boolean calibrates() {
        return choices.calibrates;
    }

    Optional<Long> seed() {
        return choices.seed;
    }

    Optional<Path> output() {
        return choices.output;
    }

    Optional<RuntimeMode> runtime() {
        return choices.runtime;
    }

    /** Names of the options that say where servers come from. */
    boolean hasTargetsElsewhere() {
        return choices.hasTargetsElsewhere;
    }

    Set<String> serverOptions() {
        return choices.servers.keySet();
    }

    Optional<String> server(String option) {
        return Optional.ofNullable(choices.servers.get(option));
    }

    List<String> cpus() {
        return choices.cpus;
    }

    boolean isFair() {
        return choices.isFair;
    }

    SenderChoice sender() {
        return choices.sender;
    }

    List<String> command() {
        return choices.command;
    }

    /** Everything over the scenario's file but the environment, with the second base that a gate may want. */
    Overrides overrides(GivenOptions environment) {
        return choices.options.overrides(choices.scenario, environment).withControl(control());
    }

    /** The same without changes to load and request. */
    Overrides overridesOfVariants(GivenOptions environment) {
        return choices.options.ofVariants().overrides(choices.scenario, environment);
    }

    /** The name of the second base, if the gate measures base twice. */
    private Optional<String> control() {
        return choices.gate
                .filter(name -> !choices.hasNoBase)
                .flatMap(name -> GateFile.find(name, List.of()).design().controlName());
    }

    /** The gate that a scenario is run for, if any. */
    Optional<GatedRun> gate(Scenario scenario, Clock clock) {
        int tries = choices.attempt.orElse(1);
        return choices.gate.map(name -> choices.hasNoBase
                ? GatedRun.withoutBase(name, scenario, tries, clock)
                : GatedRun.of(name, scenario, tries, clock));
    }

    /** Whether services by jar start from what their JVM learned: by this request, or by its gate. */
    boolean startUpCache(Optional<GatedRun> gate) {
        return choices.hasStartUpCache
                || gate.map(run -> run.gate().design().startUpCache()).orElse(false);
    }

    /** How the trials are laid out if no gate says so. */
    Design design(Scenario scenario) {
        var windows = order() == Design.Order.ALTERNATING
                ? Optional.of(choices.turns.orElseGet(() -> turnsOf(scenario)))
                : Optional.<Design.Turns>empty();
        return new Design(
                order(),
                List.of(trials()),
                windows,
                choices.capacity.map(range -> capacity(range, scenario)),
                Optional.empty(),
                1);
    }

    private Design.Turns turnsOf(Scenario scenario) {
        PlannedLevels.checkClosed(scenario, ALTERNATING);
        var shape = shape(choices.levels.orElseGet(
                () -> PlannedLevels.ofPhases(scenario, ALTERNATING, List.of(Phase.Hold.class))));
        return new Design.Turns(
                shape.levels(),
                shape.perLevel(),
                Clock.millis(shape.length()),
                Clock.millis(shape.leadIn()),
                warmUpOf(scenario),
                choices.warmUpLimit.orElse(Design.Turns.WARM_UP_LIMIT).toMillis());
    }

    private LoadShape.Turns shape(List<Integer> levels) {
        try {
            return new LoadShape.Turns(
                    levels,
                    choices.windows.orElse(WINDOWS),
                    choices.windowLength.orElseGet(() -> DurationSyntax.parse(WINDOW_LENGTH)),
                    choices.leadIn.orElseGet(() -> DurationSyntax.parse(LEAD_IN)));
        } catch (IllegalArgumentException e) {
            var why = DurationSyntax.inOurUnits(String.valueOf(e.getMessage()));
            throw Failure.usage(ALTERNATING + ": " + why, "", "see ralbench run --help")
                    .causedBy(e);
        }
    }

    private static long warmUpOf(Scenario scenario) {
        long declared = scenario.load().leastWarmUp();
        // One that ends when the target is compiled asks for one request, of the first round.
        return scenario.load().untilCompiled().isPresent()
                ? Math.max(declared, Design.Turns.WARM_UP_REQUESTS)
                : declared > 0 ? declared : Design.Turns.WARM_UP_REQUESTS;
    }

    private Design.Capacity capacity(Range range, Scenario scenario) {
        var name = choices.capacityName;
        if (scenario.load().timeline().open().findAny().isPresent()) {
            throw Failure.usage(
                    name + ": scenario " + scenario.name() + " has an open load",
                    "the search adds users, and requests that arrive at a rate have none",
                    "make the load of the scenario a closed one; its shape does not matter");
        }
        return new Design.Capacity(
                objective(scenario), range.from(), range.to(), SETTLE_MILLIS, Clock.millis(capacityHold()));
    }

    private Duration capacityHold() {
        return choices.capacityHold.orElseGet(() -> DurationSyntax.parse(CAPACITY_HOLD));
    }

    private Map<String, String> objective(Scenario scenario) {
        var objective = new LinkedHashMap<String, String>();
        if (choices.slo.isEmpty()) {
            scenario.expected().limits().stream()
                    .filter(expected -> expected.level().isEmpty() && Slo.judgesBy(expected.metric()))
                    .forEach(expected -> objective.put(expected.key(), expected.written()));
        }
        var names = scenario.workload().map(ScenarioWorkload::names).orElse(List.of());
        for (var limit : choices.slo) {
            Metrics.withoutName(limit.metric(), names).ifPresent(why -> {
                throw Failure.usage(
                        "--slo " + limit.key() + ": " + why,
                        "",
                        "take the name away for all requests together, or correct it");
            });
            objective.put(limit.key(), limit.written());
        }
        if (objective.isEmpty()) {
            throw Failure.usage(
                    "there is no objective to search for",
                    scenario.name() + " limits neither response time nor errors",
                    "add --slo p99=200ms, or whatever limit suits");
        }
        return objective;
    }

    private int trials() {
        return choices.trials.orElse(1);
    }

    private Design.Order order() {
        return choices.order.orElse(Design.Order.INTERLEAVED);
    }

    // What does not go together.

    /** Refuses impossible combinations. */
    void check() {
        if (trials() < 1) {
            throw Failure.usage("--trials: must be at least 1, got " + trials(), "", "give 1 or more");
        }
        if (choices.attempt.orElse(1) < 1) {
            throw Failure.usage(
                    "--attempt: must be at least 1, got " + choices.attempt.orElse(1), "", "give 1 or more");
        }
        checkGate();
        checkTurns();
        checkStartUpCache();
        checkCapacity();
        var unused = PlacementRequest.parse(choices.cpus);
        choices.sender.check();
        choices.options.check(choices.scenario);
    }

    /** A gate is fixed before the run: nothing of the request may change it. */
    private void checkGate() {
        if (choices.gate.isEmpty()) {
            if (choices.attempt.isPresent()) {
                throw Failure.usage("--attempt: needs --gate", "", "leave it out, or name a gate");
            }
            if (choices.hasNoBase) {
                throw Failure.usage("--no-base: needs --gate", "", "leave it out, or name a gate");
            }
            return;
        }
        if (choices.trials.isPresent() || choices.order.isPresent()) {
            throw Failure.usage(
                    (choices.trials.isPresent() ? "--trials" : "--order") + " and --gate exclude each other",
                    "the gate's file says how many pairs are measured, and in which order",
                    "leave one of them out");
        }
    }

    /** Refuses choices without effect. */
    private void checkTurns() {
        checkFixedTurns();
        choices.warmUpLimit.filter(Duration::isNegative).ifPresent(limit -> {
            throw Failure.usage(
                    "--warm-up-limit: must not be negative, got " + DurationSyntax.ANY.written(limit),
                    "",
                    "write 0s for a single round");
        });
        if (choices.gate.isEmpty() && order() == Design.Order.ALTERNATING) {
            var unused = shape(choices.levels.orElse(List.of(1))); // refuses what does not depend on the scenario
            return;
        }
        firstOfTurns().ifPresent(option -> {
            throw choices.gate.isPresent()
                    ? Failure.usage(
                            option + " and --gate exclude each other",
                            "the gate's file says at which levels and how long it looks",
                            "leave one of them out, or write it into a gate of your own")
                    : Failure.usage(
                            option + ": needs --order alternating",
                            "only alternating variants are measured level by level",
                            "add --order alternating, or leave " + option + " out");
        });
    }

    /** Fixed turns leave nothing to choose. */
    private void checkFixedTurns() {
        if (choices.turns.isEmpty()) {
            return;
        }
        var unused = order() == Design.Order.ALTERNATING ? firstOfTurns() : Optional.of("--order " + order());
        unused.ifPresent(option -> {
            throw Failure.usage(
                    "turns and " + option + " exclude each other",
                    "fixed turns say at which levels and how long each variant is measured",
                    "leave one of them out");
        });
    }

    /** The first choice about turns, of all in the order of the help. */
    private Optional<String> firstOfTurns() {
        return firstGiven(List.of(
                new Given("--levels", choices.levels.isPresent()),
                new Given("--windows", choices.windows.isPresent()),
                new Given("--window-length", choices.windowLength.isPresent()),
                new Given("--lead-in", choices.leadIn.isPresent()),
                new Given("--warm-up-limit", choices.warmUpLimit.isPresent())));
    }

    private record Given(String option, boolean isGiven) {}

    private static Optional<String> firstGiven(List<Given> options) {
        return options.stream().filter(Given::isGiven).map(Given::option).findFirst();
    }

    private void checkStartUpCache() {
        boolean takesTurns =
                choices.gate.map(RunRequest::takesTurns).orElseGet(() -> order() == Design.Order.ALTERNATING);
        if (choices.hasStartUpCache && !takesTurns) {
            throw Failure.usage(
                    "--start-up-cache: needs variants that take turns",
                    "whole loads are long enough for a JVM to get warm",
                    "leave it out, or add --order alternating");
        }
    }

    private static boolean takesTurns(String gate) {
        return GateFile.find(gate, List.of()).design().shape() == GateDesign.Shape.ALTERNATING;
    }

    private void checkCapacity() {
        choices.options.ofShape().stream()
                .filter(option -> choices.capacity.isPresent())
                .findFirst()
                .ifPresent(option -> {
                    throw Failure.usage(
                            choices.capacityName + " and " + option + " exclude each other",
                            "the search has levels of its own",
                            "leave one of them out; " + choices.capacityName
                                    + "=64-8192 says with how many users it begins and ends");
                });
        firstGiven(List.of(
                        new Given(choices.capacityName, choices.capacity.isPresent()),
                        new Given("--slo", !choices.slo.isEmpty()),
                        new Given(choices.capacityHoldName, choices.capacityHold.isPresent())))
                .ifPresent(this::checkCapacity);
        choices.capacity.ifPresent(this::checkRange);
    }

    private void checkRange(Range range) {
        if (range.from() < 1 || range.to() <= range.from() || range.to() > MOST_POSSIBLE_USERS) {
            throw Failure.usage(
                    choices.capacityName + ": must be FROM-TO with 1 ≤ FROM < TO ≤ " + MOST_POSSIBLE_USERS + ", got "
                            + range.from() + "-" + range.to(),
                    "",
                    "write " + choices.capacityName + "=" + CAPACITY_RANGE);
        }
        var hold = capacityHold();
        if (hold.compareTo(SHORTEST_HOLD) < 0) {
            throw Failure.usage(
                    choices.capacityHoldName + ": must be at least 1s, got " + DurationSyntax.ANY.written(hold),
                    "",
                    "write " + choices.capacityHoldName + "=" + CAPACITY_HOLD);
        }
    }

    private void checkCapacity(String option) {
        if (choices.gate.isPresent()) {
            throw Failure.usage(
                    option + " and --gate exclude each other",
                    "a gate compares levels that are fixed before the run",
                    "leave one of them out");
        }
        if (choices.capacity.isEmpty()) {
            throw Failure.usage(
                    option + ": belongs to a search for capacity",
                    "",
                    "run ralbench capacity, or leave " + option + " out");
        }
        if (order() == Design.Order.ALTERNATING) {
            throw Failure.usage(
                    choices.capacityName + " and --order alternating exclude each other",
                    "levels in turn are fixed before the run",
                    "leave one of them out");
        }
    }

    /**
     * Refuses changes to the load that turns would take no notice of.
     *
     * @param isOpen whether the load would be an open one without them, which cannot take turns
     */
    void checkLoad(BooleanSupplier isOpen) {
        var unused = new UnusedOptions(choices.options.ofLoad(), isOpen);
        if (choices.gate.isPresent()) {
            choices.gate.filter(RunRequest::takesTurns).ifPresent(unused::checkGate);
        } else if (order() == Design.Order.ALTERNATING) {
            unused.checkTurns(choices.levels.isPresent());
        }
    }
}
