package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.StepsOnce;
import dev.ralbench.load.Workload;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.load.Workload.OnFailure;
import dev.ralbench.load.Workload.Setup;
import dev.ralbench.load.Workload.Step;
import dev.ralbench.scenario.RequestData;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioSetup;
import dev.ralbench.scenario.ScenarioWorkload;
import dev.ralbench.secret.Secrets;
import dev.ralbench.service.RunningTarget;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * {@code before.load} and {@code after.load} of one trial: steps that are sent once to its target.
 *
 * @param senders that keep cookies and extract values
 * @param data rows of their own, so that the load has all of its
 * @param seed of everything that is left to chance
 * @param known the variables that all users know, if another process sends the steps
 */
record LoadSteps(
        Scenario scenario,
        RunningTarget target,
        SenderFactory senders,
        Secrets secrets,
        RequestData data,
        long seed,
        Optional<Map<String, String>> known) {
    /**
     * Sends those before the load.
     *
     * @return the variables that all users know
     * @throws Failure if one of them fails
     */
    Map<String, String> before() throws InterruptedException {
        var steps = scenario.setup().beforeLoad();
        if (steps.isEmpty() || known.isPresent()) {
            return known.orElse(Map.of());
        }
        var result = send(steps, Map.of(), OnFailure.RESTART);
        result.failure().ifPresent(failure -> {
            throw failed(failure, steps);
        });
        result.variables().forEach((name, value) -> {
            if (value.chars().anyMatch(Character::isISOControl)) {
                throw Failure.environment(
                        "before.load: the value of " + name + " holds a line break or another control character",
                        "users could not send it in a path or header",
                        "extract a part of it, with a regex");
            }
        });
        return result.variables();
    }

    /**
     * Sends those after the load, whatever fails.
     *
     * @param given the variables of those before it
     * @return the first failure, in words
     */
    Optional<String> after(Map<String, String> given) throws InterruptedException {
        var steps = scenario.setup().afterLoad();
        return steps.isEmpty() || known.isPresent()
                ? Optional.empty()
                : send(steps, given, OnFailure.CONTINUE)
                        .failure()
                        .map(failure -> "step " + failure.step() + ": " + failure.detail());
    }

    private StepsOnce.Result send(List<ScenarioWorkload.Step> steps, Map<String, String> given, OnFailure onFailure)
            throws InterruptedException {
        List<Step> filled = ScenarioSetup.filled(steps, secrets, data);
        var workload = new Workload(
                        List.of(new Journey("steps", 1, filled, onFailure, Optional.empty())),
                        data.feeders(),
                        seed,
                        secrets::remember)
                .with(new Setup(given, List.of(), List.of(), Set.of()));
        boolean isByProxy = workload.first().transfer().proxy().isPresent();
        var connections = new ConnectionPlan(
                target.baseUrl(),
                target.address(isByProxy),
                target.tls(),
                List.of(),
                scenario.load().keepAlive(),
                scenario.load().timeout());
        try (var sender = senders.open(connections, workload)) {
            return StepsOnce.send(sender, scenario.load().timeout()).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException broken ? broken : new IllegalStateException(e);
        }
    }

    private Failure failed(StepsOnce.Failed failure, List<ScenarioWorkload.Step> steps) {
        var request = steps.stream()
                .filter(step -> step.name().equals(failure.step()))
                .map(ScenarioWorkload.Step::request)
                .findFirst()
                .orElseThrow();
        return Failure.environment(
                "before.load failed at the step " + failure.step() + ": " + failure.detail(),
                request.method() + " " + target.shownUrl() + request.path() + ", expected status "
                        + request.expect().statusesInWords() + "; no load was begun",
                "correct the step or what it expects, or see the service's log");
    }
}
