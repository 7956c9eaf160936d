package dev.ralbench.trial;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.LoadShare;
import dev.ralbench.load.data.Rows;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.CarriedScenario;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.Scenario;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One run, decided in full before it starts.
 *
 * @param design how its trials are laid out
 * @param rule whether to go on after each block
 * @param pace known speeds of the targets, to tell how long it takes
 * @param call the user's request
 * @param names where its result is written, and the output of targets
 * @param keepGoing whether a target is loaded whose first responses are all wrong
 * @param startUpCache whether services by jar start from a cache that their JVM made under load
 * @param calibrates whether the generator's ceiling is measured even if it is known
 * @param part of the load that is sent here; empty for all of it
 * @param remote sends the load in place of this process; empty if this process does
 * @param targetsElsewhere targets and dependencies on another machine; empty if they are started and looked into here
 */
public record RunPlan(
        Scenario scenario,
        Design design,
        Schedule schedule,
        BlockRule rule,
        Pace pace,
        long seed,
        RunCall call,
        RunNames names,
        boolean keepGoing,
        boolean startUpCache,
        boolean calibrates,
        Optional<LoadPart> part,
        Optional<Remote> remote,
        Optional<TargetsElsewhere> targetsElsewhere) {

    /**
     * Other machines, and what they have to know.
     *
     * @param source of the scenario
     * @param design of the run
     * @param environment of this process
     */
    public record Remote(
            RemoteGenerators generators, ParsedScenario source, Design design, Map<String, String> environment) {
        public Remote {
            environment = Map.copyOf(environment);
        }

        RemoteGenerators.RemoteLoad prepare(
                RunningTrial running, Scenario scenario, Map<String, Rows> ofQueries, long seed, boolean followsNames)
                throws InterruptedException {
            Function<URI, CarriedScenario> carried =
                    url -> CarriedScenario.of(source, scenario, running.trial().variant(), ofQueries, url);
            var target = running.target().baseUrl();
            var named = new TreeMap<String, String>();
            carried.apply(target).variables().forEach(name -> named.put(name, environment.getOrDefault(name, "")));
            return generators.prepare(new RemoteGenerators.Task(
                    carried, target, running.workload().setup().given(), named, seed, design, followsNames));
        }
    }

    /** Another machine, and what it has to start and look into. */
    public record TargetsElsewhere(RemoteTargets targets, RemoteTargets.Task task) {}

    /** This plan without some variants. */
    RunPlan without(Set<String> variants) {
        var left = scenario.without(variants);
        return new RunPlan(
                left,
                design,
                Schedule.of(left.variants(), schedule.blocks().size(), schedule.order(), schedule.seed()),
                rule,
                pace,
                seed,
                call,
                names,
                keepGoing,
                startUpCache,
                calibrates,
                part,
                remote,
                targetsElsewhere);
    }

    /** How much of the load is sent here. */
    LoadShare share() {
        return remote.isPresent()
                ? LoadShare.NOTHING
                : part.map(LoadPart::share).orElse(LoadShare.WHOLE);
    }

    /** The load on each target: the scenario's, or its requests in turns. */
    public LoadPlan load() {
        return load(scenario, design).seeded(seed);
    }

    /** The load of a scenario in a design, before there is a run. */
    public static LoadPlan load(Scenario scenario, Design design) {
        return design.turns()
                .map(turns -> scenario.load().inTurns(shape(turns)))
                .or(() -> design.capacity().map(capacity -> scenario.load().climbing(shape(capacity))))
                .orElse(scenario.load());
    }

    private static LoadShape.Climb shape(Design.Capacity capacity) {
        return new LoadShape.Climb(
                capacity.from(), capacity.to(), duration(capacity.settleMillis()), duration(capacity.holdMillis()));
    }

    static LoadShape.Turns shape(Design.Turns turns) {
        return new LoadShape.Turns(
                turns.levels(), turns.perLevel(), duration(turns.lengthMillis()), duration(turns.leadInMillis()));
    }

    static Duration duration(double millis) {
        return Duration.ofNanos(Math.round(millis * 1e6));
    }
}
