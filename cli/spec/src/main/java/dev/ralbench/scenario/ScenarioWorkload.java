package dev.ralbench.scenario;

import dev.ralbench.load.Pause;
import dev.ralbench.load.Replay;
import dev.ralbench.load.UserRequests;
import dev.ralbench.load.UserShares;
import dev.ralbench.load.Workload;
import dev.ralbench.load.Workload.Condition;
import dev.ralbench.load.Workload.Extraction;
import dev.ralbench.load.Workload.OnFailure;
import dev.ralbench.load.Workload.Replayed;
import dev.ralbench.secret.Secrets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What users send if that is more than one request, with placeholders in place of secrets.
 *
 * @param journeys in the order of the file; each of several requests is a journey of one step with the same name
 * @param shares of users that each journey has; empty if users draw by their weights
 * @param replay the log whose requests are sent again, if there is one
 */
public record ScenarioWorkload(List<Journey> journeys, Optional<UserShares> shares, Optional<Replayed> replay) {
    public ScenarioWorkload {
        journeys = List.copyOf(journeys);
    }

    /** Users draw by weights. */
    public ScenarioWorkload(List<Journey> journeys) {
        this(journeys, Optional.empty(), Optional.empty());
    }

    ScenarioWorkload sharedBy(Optional<UserShares> others) {
        return new ScenarioWorkload(journeys, others, replay);
    }

    /**
     * The requests of a log, each kind as a journey of its own.
     *
     * @param request that all have in common
     * @param asBefore whether responses are to have the statuses of the log
     */
    static ScenarioWorkload of(Replay log, ScenarioRequest request, boolean asBefore) {
        var journeys = new ArrayList<Journey>();
        for (var kind : log.kinds()) {
            var expect = asBefore ? request.expect().withStatuses(statuses(kind)) : request.expect();
            var sent = new ScenarioRequest(
                    kind.method(),
                    kind.path(),
                    request.headers(),
                    Optional.empty(),
                    expect,
                    request.transfer(),
                    request.proxy());
            journeys.add(Journey.of(kind.name(), (double) kind.count(), sent));
        }
        return new ScenarioWorkload(journeys, Optional.empty(), Optional.of(new Replayed(log, asBefore)));
    }

    private static Set<Integer> statuses(Replay.Kind kind) {
        var statuses = kind.statuses().stream()
                .flatMap(status -> UserRequests.statusesLike(status).stream())
                .sorted()
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return statuses.isEmpty() ? Set.of(200) : statuses;
    }

    /**
     * Requests that a user sends one after the other.
     *
     * @param weight above 0: how often it is drawn, compared with the others
     * @param steps in the order of the file
     * @param pace the shortest time from its beginning to that of the user's next journey
     */
    public record Journey(String name, double weight, List<Step> steps, OnFailure onFailure, Optional<Pause> pace) {
        public Journey {
            steps = List.copyOf(steps);
        }

        /** A request that stands for itself. */
        static Journey of(String name, double weight, ScenarioRequest request) {
            var step = new Step(name, request, List.of(), Optional.empty(), 1, Optional.empty());
            return new Journey(name, weight, List.of(step), OnFailure.CONTINUE, Optional.empty());
        }

        /** Whether it is a request that stands for itself: a journey has a name of its own, also if it has one step. */
        public boolean isRequest() {
            return steps.size() == 1 && steps.getFirst().name().equals(name);
        }

        private Workload.Journey filled(Secrets secrets, RequestData data, boolean isReplayed) {
            return new Workload.Journey(
                    name,
                    weight,
                    steps.stream()
                            .map(step -> step.filled(secrets, data, isReplayed))
                            .toList(),
                    onFailure,
                    pace);
        }
    }

    /** The names by which figures are kept; none if there is one request alone, whose figures are those of all. */
    public List<String> names() {
        var steps = journeys.stream()
                .flatMap(journey -> journey.steps().stream())
                .map(Step::name)
                .toList();
        if (hasJourneys()) {
            return Stream.concat(steps.stream(), journeys.stream().map(Journey::name))
                    .toList();
        }
        return steps.size() < 2 ? List.of() : steps;
    }

    /**
     * A request of a journey.
     *
     * @param extractions what the user remembers of its response
     * @param think the pause after it; empty for that of the load
     * @param times how often it is sent
     * @param condition without which it is skipped
     */
    public record Step(
            String name,
            ScenarioRequest request,
            List<Extraction> extractions,
            Optional<Pause> think,
            int times,
            Optional<Condition> condition) {
        public Step {
            extractions = List.copyOf(extractions);
        }

        /** A step that is sent as it is. */
        Workload.Step filled(Secrets secrets, RequestData data) {
            return filled(secrets, data, false);
        }

        private Workload.Step filled(Secrets secrets, RequestData data, boolean isReplayed) {
            var sent = request.filled(secrets, data);
            return new Workload.Step(name, isReplayed ? sent.replayed() : sent, extractions, think, times, condition);
        }
    }

    /** Whether users do more than draw requests. */
    public boolean hasJourneys() {
        return journeys.stream().anyMatch(journey -> !journey.isRequest());
    }

    /** How many requests a journey has on average by the weights, if no step fails and each condition holds. */
    public double requestsPerJourney() {
        double weights = journeys.stream().mapToDouble(Journey::weight).sum();
        return journeys.stream()
                .mapToDouble(journey -> journey.weight()
                        / weights
                        * journey.steps().stream().mapToInt(Step::times).sum())
                .sum();
    }

    /** All requests, journey by journey. */
    public List<ScenarioRequest> requests() {
        return journeys.stream()
                .flatMap(journey -> journey.steps().stream())
                .map(Step::request)
                .toList();
    }

    /**
     * What is sent. It holds the secrets: nothing of it may be printed or stored. They get what users remember, too.
     *
     * @param data where fields come from
     * @param seed of everything that is left to chance
     */
    public Workload filled(Secrets secrets, RequestData data, long seed) {
        return new Workload(
                journeys.stream()
                        .map(journey -> journey.filled(secrets, data, replay.isPresent()))
                        .toList(),
                shares,
                data.feeders(),
                seed,
                replay,
                secrets::remember);
    }
}
