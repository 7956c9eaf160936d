package dev.ralbench.load;

import dev.ralbench.Clock;
import java.util.List;

/**
 * What the users of a load send.
 *
 * @param journeys each user draws one after the other by their weights; a request that stands for itself is a journey of one
 *     step
 * @param feeders where fields of rows come from; each has one row for a journey
 * @param seed of everything that is left to chance
 */
public record Workload(List<Journey> journeys, List<Feeder> feeders, long seed) {
    public Workload {
        journeys = List.copyOf(journeys);
        feeders = List.copyOf(feeders);
        if (journeys.isEmpty()) {
            throw new IllegalArgumentException("journeys: needs one at least");
        }
    }

    /**
     * Requests that a user sends one after the other.
     *
     * @param weight above 0: how often it is drawn, compared with the others
     * @param steps one at least
     */
    public record Journey(String name, double weight, List<Step> steps) {
        public Journey {
            steps = List.copyOf(steps);
            if (!(weight > 0) || Double.isInfinite(weight)) {
                throw new IllegalArgumentException("weight: must be above 0, got " + weight);
            }
            if (steps.isEmpty()) {
                throw new IllegalArgumentException("steps: needs one at least");
            }
        }
    }

    /**
     * A request by its name.
     *
     * @param name figures are kept by it; no other step or journey has it
     */
    public record Step(String name, RequestTemplate request) {}

    /** Whether a user needs to remember anything between two requests: then it takes more than the lean sender. */
    public boolean hasJourneys() {
        return journeys.stream().anyMatch(journey -> journey.steps().size() > 1);
    }

    /** One request, again and again. */
    public static Workload of(RequestTemplate request) {
        return of(request, 0);
    }

    /** One request, again and again, with values of a seed. */
    public static Workload of(RequestTemplate request, long seed) {
        return new Workload(List.of(new Journey("request", 1, List.of(new Step("request", request)))), List.of(), seed);
    }

    /** All steps, journey by journey; a request is known by its position here. */
    public List<Step> steps() {
        return journeys.stream().flatMap(journey -> journey.steps().stream()).toList();
    }

    /** The first request. How it is transferred is the same for all. */
    public RequestTemplate first() {
        return journeys.getFirst().steps().getFirst().request();
    }

    /**
     * The names by which figures are kept.
     *
     * @param requests of all steps, by their positions
     * @param journeys by their positions; none if each is a single request
     */
    public record Names(List<String> requests, List<String> journeys) {
        public static final Names NONE = new Names(List.of(), List.of());

        public Names {
            requests = List.copyOf(requests);
            journeys = List.copyOf(journeys);
        }
    }

    public Names names() {
        return new Names(
                steps().stream().map(Step::name).toList(),
                hasJourneys() ? journeys.stream().map(Journey::name).toList() : List.of());
    }

    /** The first request as the first user might send it: to look at a target with. */
    public RequestTemplate example(Clock clock) {
        var values = new UserValues(0, seed, feeders, clock);
        if (!values.next()) {
            throw new IllegalStateException("a feeder has no row");
        }
        return first().filled(values);
    }
}
