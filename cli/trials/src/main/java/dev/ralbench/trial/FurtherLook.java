package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.http.NoReply;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.UserRequests;
import dev.ralbench.load.Workload;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.SlotLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;

/**
 * A look at what follows the first request of a workload, before the load: the first journey as a whole, sent as the load
 * sends it, or each of several requests that changes nothing. What fails only sometimes, or has no response in time, is left
 * to the load to show.
 */
final class FurtherLook {
    private static final int TRIES = 3;
    private static final Set<String> SAFE = Set.of("GET", "HEAD");
    private static final Set<Outcome> WRONG = Set.of(Outcome.UNEXPECTED_STATUS, Outcome.UNEXPECTED_BODY);
    private static final Set<String> NO_FAILURES = Set.of(Measurement.SURPLUS, Measurement.RESENT, Measurement.STOPPED);

    private final RunningTrial running;
    private final Duration patience;

    /** @param patience how long to wait for a response */
    FurtherLook(RunningTrial running, Duration patience) {
        this.running = running;
        this.patience = patience;
    }

    /**
     * A request that is answered wrongly each time.
     *
     * @param request its name, or that of a step
     * @param flaw in the words of a load's failures
     */
    record Wrong(String request, String flaw) {}

    /** The first request that is answered wrongly; empty if none is. */
    Optional<Wrong> look(LoadPlan load, SenderFactory senders, SingleRequests requests, Clock clock)
            throws InterruptedException {
        return running.workload().hasJourneys() ? atJourney(load, senders) : atRequests(requests, clock);
    }

    private Optional<Wrong> atJourney(LoadPlan load, SenderFactory senders) throws InterruptedException {
        var tried = running.workload().toTry();
        if (tried.isEmpty()) {
            return Optional.empty();
        }
        var plan = new LoadPlan(
                new LoadShape.LoopsPerUser(1, 1, Duration.ZERO),
                Optional.empty(),
                patience,
                Duration.ZERO,
                load.keepAlive(),
                LoadPlan.OnFailure.CONTINUE,
                Optional.empty(),
                load.sources());
        var target = running.target();
        var isProxied = running.request().transfer().proxy().isPresent();
        var connections = new ConnectionPlan(
                target.baseUrl(), target.address(isProxied), target.tls(), plan.sources(), plan.keepAlive(), patience);
        try (var sender = senders.open(connections, tried.get())) {
            var wrong = Optional.<Wrong>empty();
            for (int i = 0; i < TRIES; i++) {
                wrong = wrongStep(sent(sender, plan, tried.get()));
                if (wrong.isEmpty()) {
                    break;
                }
            }
            return wrong;
        }
    }

    private static Measurement sent(RequestSender sender, LoadPlan plan, Workload workload)
            throws InterruptedException {
        var recording = new LoadRecording(SlotLimits.NONE, workload.names());
        var generator = new LoadGenerator(plan, sender, recording, window -> {});
        var end = generator.start();
        try {
            end.get();
        } catch (InterruptedException e) {
            generator.abort(); // else its user would reconnect while the sender is closed
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the look before the load failed", e);
        }
        return recording.finish(plan, "");
    }

    private static Optional<Wrong> wrongStep(Measurement measurement) {
        return ofSetup(measurement).or(() -> ofJourney(measurement));
    }

    private static Optional<Wrong> ofSetup(Measurement measurement) {
        return measurement.failureDetails().keySet().stream()
                .filter(detail -> detail.startsWith(UserRequests.SETUP))
                .findFirst()
                .map(detail -> new Wrong("before.user", detail.substring(UserRequests.SETUP.length())));
    }

    private static Optional<Wrong> ofJourney(Measurement measurement) {
        return measurement.wholeRun().named().stream()
                .filter(named -> named.kind() == NamedRequests.Kind.REQUEST
                        && WRONG.stream().anyMatch(outcome -> named.outcomes().getOrDefault(outcome, 0L) > 0))
                .findFirst()
                .map(step -> new Wrong(step.name(), flaw(measurement)));
    }

    /** Of a journey that ends with its first failure. */
    private static String flaw(Measurement measurement) {
        return measurement.failureDetails().keySet().stream()
                .filter(Predicate.not(NO_FAILURES::contains))
                .findFirst()
                .orElse("");
    }

    /**
     * The first request has been looked at, and is enough of a replay: a rare path of a log may well be gone, and its load
     * shows that.
     */
    private Optional<Wrong> atRequests(SingleRequests requests, Clock clock) throws InterruptedException {
        if (running.workload().replay().isPresent()) {
            return Optional.empty();
        }
        for (var step : others()) {
            var flaw = "";
            for (int i = 0; i < TRIES; i++) {
                var response = response(step, requests, clock);
                if (response.isEmpty()) {
                    return Optional.empty(); // to wait for all the others would take long
                }
                flaw = response.get().flaw();
                if (flaw.isEmpty()) {
                    break;
                }
            }
            if (!flaw.isEmpty()) {
                return Optional.of(new Wrong(step.name(), flaw));
            }
        }
        return Optional.empty();
    }

    private List<Workload.Step> others() {
        return running.workload().steps().stream()
                .skip(1)
                .filter(step -> SAFE.contains(step.request().method()))
                .toList();
    }

    private Optional<SingleRequest.WholeResponse> response(Workload.Step step, SingleRequests requests, Clock clock)
            throws InterruptedException {
        var filled = running.workload().example(step.request(), clock);
        try (var request = new SingleRequest(requests, running.target(), filled, running.workload(), patience)) {
            return request.send();
        } catch (NoReply | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
