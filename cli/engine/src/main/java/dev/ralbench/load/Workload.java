package dev.ralbench.load;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the users of a load send.
 *
 * @param journeys each user draws one after the other by their weights; a request that stands for itself is a journey of one
 *     step
 * @param shares of users that each journey has, in the order of the journeys: a user then has the same journey again and
 *     again; empty if users draw
 * @param feeders where fields of rows come from; a journey takes one row of each that its requests have
 *     fields of
 * @param seed of everything that is left to chance
 * @param replay requests of the past that are sent again, if it is a replay: then each of its kinds is a journey
 * @param carried gets each value of a response that a user carries on, in a variable or as a cookie: it may be a secret;
 *     called from all event loops
 * @param setup what each user has and sends around its journeys
 */
public record Workload(
        List<Journey> journeys,
        Optional<UserShares> shares,
        List<Feeder> feeders,
        long seed,
        Optional<Replayed> replay,
        Consumer<String> carried,
        Setup setup) {
    /** Users have and send nothing around their journeys. */
    public Workload(
            List<Journey> journeys,
            Optional<UserShares> shares,
            List<Feeder> feeders,
            long seed,
            Optional<Replayed> replay,
            Consumer<String> carried) {
        this(journeys, shares, feeders, seed, replay, carried, Setup.NONE);
    }

    /** Users draw their journeys, and nothing gets the values that they carry on. */
    public Workload(List<Journey> journeys, List<Feeder> feeders, long seed) {
        this(journeys, Optional.empty(), feeders, seed, Optional.empty(), value -> {});
    }

    /** Users draw what they send. */
    public Workload(List<Journey> journeys, List<Feeder> feeders, long seed, Consumer<String> carried) {
        this(journeys, Optional.empty(), feeders, seed, Optional.empty(), carried);
    }

    /** This workload with another setup. */
    public Workload with(Setup other) {
        return new Workload(journeys, shares, feeders, seed, replay, carried, other);
    }

    /**
     * Requests of the past.
     *
     * @param asBefore whether a response has to have the status that it had then; else those that its request expects
     */
    public record Replayed(Replay log, boolean asBefore) {}

    public Workload {
        journeys = List.copyOf(journeys);
        feeders = List.copyOf(feeders);
        if (journeys.isEmpty()) {
            throw new IllegalArgumentException("journeys: needs one at least");
        }
        int classes = shares.map(each -> each.counts(0).size()).orElse(journeys.size());
        if (classes != journeys.size()) {
            throw new IllegalArgumentException(
                    "shares: needs one of each of the " + journeys.size() + " journeys, got " + classes);
        }
        int kinds = journeys.size();
        if (replay.filter(replayed -> replayed.log().kinds().size() != kinds).isPresent()) {
            throw new IllegalArgumentException("journeys: a replay needs one for each of its kinds");
        }
    }

    /**
     * Requests that a user sends one after the other, with what it remembers between them: variables and cookies, which it
     * forgets at its end, and one row of each feeder.
     *
     * @param name figures are kept by it; no step has it, unless the journey is that one request
     * @param weight above 0: how often it is drawn, compared with the others
     * @param steps one at least; one of them is without a condition
     * @param onFailure what a user does after a step that has failed
     * @param pace the shortest time from the beginning of this journey to that of the user's next one
     */
    public record Journey(String name, double weight, List<Step> steps, OnFailure onFailure, Optional<Pause> pace) {
        public Journey {
            steps = List.copyOf(steps);
            if (!(weight > 0) || Double.isInfinite(weight)) {
                throw new IllegalArgumentException("weight: must be above 0, got " + weight);
            }
            if (steps.isEmpty()) {
                throw new IllegalArgumentException("steps: needs one at least");
            }
            if (steps.stream().allMatch(step -> step.condition().isPresent())) {
                throw new IllegalArgumentException("steps: needs one without a condition");
            }
        }

        /** A request that stands for itself, under its own name. */
        public static Journey of(String name, double weight, RequestTemplate request) {
            return new Journey(name, weight, List.of(Step.of(name, request)), OnFailure.CONTINUE, Optional.empty());
        }

        /** Whether it is a request that stands for itself: its user has nothing to remember and to do before and after it. */
        boolean isRequest() {
            return steps.size() == 1
                    && steps.getFirst().name().equals(name)
                    && steps.getFirst().isPlain()
                    && onFailure != OnFailure.STOP
                    && pace.isEmpty();
        }
    }

    /**
     * What each user has and sends around its journeys. None of these requests is in any figure.
     *
     * @param given the variables that all users have from the beginning
     * @param before sent before the first journey. Its variables and cookies, and the rows that it has fields of, stay with
     *     the user: each journey begins with them
     * @param after sent when the user leaves, or the load ends
     * @param renewedBy statuses of responses: after a step of a journey that has failed with one of them, the user sends
     *     {@code before} again, with the same rows
     */
    public record Setup(Map<String, String> given, List<Step> before, List<Step> after, Set<Integer> renewedBy) {
        public static final Setup NONE = new Setup(Map.of(), List.of(), List.of(), Set.of());

        public Setup {
            given = Map.copyOf(given);
            before = List.copyOf(before);
            after = List.copyOf(after);
            renewedBy = Set.copyOf(renewedBy);
        }

        /** Whether users send anything. */
        boolean sends() {
            return !before.isEmpty() || !after.isEmpty();
        }
    }

    /** What a user does after a step that has failed. */
    public enum OnFailure {
        /** Goes on with the next step. */
        CONTINUE,
        /** Begins another journey. */
        RESTART,
        /** Sends no more requests in this load. */
        STOP,
    }

    /**
     * A request by its name, and what a user does after it.
     *
     * @param name figures are kept by it; no other step or journey has it
     * @param extractions what the user remembers of a successful response, in their order; a step whose response lacks one
     *     of them has failed, and no further step of the journey is sent
     * @param think the pause between its response and the next request; without it, the pause of the load
     * @param times at least 1: how often it is sent, one after the other
     * @param condition without which it is skipped; looked at once, before the first of the times
     */
    public record Step(
            String name,
            RequestTemplate request,
            List<Extraction> extractions,
            Optional<Pause> think,
            int times,
            Optional<Condition> condition) {
        public Step {
            extractions = List.copyOf(extractions);
            if (times < 1) {
                throw new IllegalArgumentException("times: must be at least 1, got " + times);
            }
        }

        /** A request that is sent once, and nothing else. */
        public static Step of(String name, RequestTemplate request) {
            return new Step(name, request, List.of(), Optional.empty(), 1, Optional.empty());
        }

        /** Whether what the user remembers is in the body of the response. */
        public boolean looksIntoBody() {
            return extractions.stream()
                    .map(Extraction::source)
                    .anyMatch(source -> source instanceof Source.JsonPointer || source instanceof Source.Regex);
        }

        private boolean isPlain() {
            return extractions.isEmpty() && think.isEmpty() && times == 1 && condition.isEmpty();
        }
    }

    /** A value of a response that the user remembers until the end of the journey. */
    public record Extraction(String variable, Source source) {}

    /** Where in a response a value is; its text form says so in messages. */
    public sealed interface Source {
        /**
         * A text, number or truth value in a JSON body.
         *
         * @param pointer as in RFC 6901: {@code /items/0/id}; empty for a body that is the value itself
         */
        record JsonPointer(String pointer) implements Source {
            public JsonPointer {
                if (!pointer.isEmpty() && !pointer.startsWith("/")) {
                    throw new IllegalArgumentException("pointer: must begin with /, got " + pointer);
                }
            }

            @Override
            public String toString() {
                return pointer.isEmpty() ? "the body" : pointer;
            }
        }

        /** The first header of a name, in any case of letters. */
        record Header(String name) implements Source {
            @Override
            public String toString() {
                return "header " + name;
            }
        }

        /** A cookie that the response sets. */
        record Cookie(String name) implements Source {
            @Override
            public String toString() {
                return "cookie " + name;
            }
        }

        /**
         * The first match in the body.
         *
         * @param group of the match, from 1; 0 is all of it
         */
        record Regex(Pattern pattern, int group) implements Source {
            public Regex {
                int groups = pattern.matcher("").groupCount();
                if (group < 0 || group > groups) {
                    throw new IllegalArgumentException("group: must be between 0 and " + groups + ", got " + group);
                }
            }

            @Override
            public String toString() {
                return "regex " + pattern.pattern();
            }

            /** By their texts, because the JDK's patterns are never equal. */
            @Override
            public boolean equals(Object other) {
                return other instanceof Regex regex
                        && group == regex.group
                        && pattern.flags() == regex.pattern.flags()
                        && pattern.pattern().equals(regex.pattern.pattern());
            }

            @Override
            public int hashCode() {
                return pattern.pattern().hashCode() + group;
            }
        }
    }

    /**
     * What a variable has to be.
     *
     * @param text to compare with; not used if the variable has to be set, or unset
     */
    public record Condition(String variable, Operator operator, String text) {
        /** A comparison. A variable that is not set is not any text. */
        public enum Operator {
            IS,
            IS_NOT,
            IS_SET,
            IS_UNSET,
        }

        /** @param value of the variable; empty if it is not set */
        boolean holds(Optional<String> value) {
            return switch (operator) {
                case IS -> value.equals(Optional.of(text));
                case IS_NOT -> !value.equals(Optional.of(text));
                case IS_SET -> value.isPresent();
                case IS_UNSET -> value.isEmpty();
            };
        }
    }

    /** Whether a user has anything to remember between two requests, such as cookies. */
    public boolean hasJourneys() {
        return setup.sends() || !journeys.stream().allMatch(Journey::isRequest);
    }

    /** One request, again and again. */
    public static Workload of(RequestTemplate request) {
        return of(request, 0);
    }

    /** One request, again and again, with values of a seed. */
    public static Workload of(RequestTemplate request, long seed) {
        return of(request, List.of(), seed);
    }

    /** Likewise, with fields of rows. */
    public static Workload of(RequestTemplate request, List<Feeder> feeders, long seed) {
        return new Workload(List.of(Journey.of("request", 1, request)), feeders, seed);
    }

    /** All steps, journey by journey; a request is known by its position here. */
    public List<Step> steps() {
        return journeys.stream().flatMap(journey -> journey.steps().stream()).toList();
    }

    /** These, and after them those before and after all journeys, which no figure counts. */
    public List<Step> allSteps() {
        return Stream.of(steps(), setup.before(), setup.after())
                .flatMap(List::stream)
                .toList();
    }

    /** The first step that a user sends. */
    public Step firstStep() {
        return setup.before().isEmpty()
                ? journeys.getFirst().steps().getFirst()
                : setup.before().getFirst();
    }

    /** The first request. How it is transferred is the same for all. */
    public RequestTemplate first() {
        return firstStep().request();
    }

    /**
     * The names by which figures are kept.
     *
     * @param requests of all steps, by their positions
     * @param journeys in their order, without those that are single requests
     */
    public record Names(List<String> requests, List<String> journeys) {
        public static final Names NONE = new Names(List.of(), List.of());

        /** The requests, then the journeys; a figure is known by its position here. */
        public List<String> all() {
            return Stream.concat(requests.stream(), journeys.stream()).toList();
        }

        /** How many there are. */
        public int count() {
            return requests.size() + journeys.size();
        }

        public Names {
            requests = List.copyOf(requests);
            journeys = List.copyOf(journeys);
        }
    }

    public Names names() {
        return new Names(
                steps().stream().map(Step::name).toList(),
                journeys.stream()
                        .filter(journey -> !journey.isRequest())
                        .map(Journey::name)
                        .toList());
    }

    /** The first request as the first user might send it, to look at a target with. No row of a feeder is taken. */
    public RequestTemplate example(Clock clock) {
        return example(first(), clock);
    }

    /** One of the requests likewise. */
    public RequestTemplate example(RequestTemplate request, Clock clock) {
        var values = new UserValues(0, seed, feeders, replay.map(Replayed::log), setup.given(), clock);
        values.look();
        return request.filled(values);
    }

    /**
     * The first journey, with the steps before and after it, to be tried once before the load: without pauses, each step once,
     * and given up after a step that fails, however long a response takes. Its rows are examples, and none is taken.
     *
     * @return empty if it has fields of rows that are for once, or users draw single requests
     */
    public Optional<Workload> toTry() {
        var journey = journeys.getFirst();
        boolean takesRowsForOnce = Stream.of(setup.before(), journey.steps(), setup.after())
                .flatMap(List::stream)
                .flatMapToInt(step -> IntStream.of(step.request().feeders()))
                .anyMatch(feeder -> feeders.get(feeder).isForOnce());
        if ((journey.isRequest() && !setup.sends()) || takesRowsForOnce) {
            return Optional.empty();
        }
        var steps = journey.steps().stream()
                .map(step -> new Step(
                        step.name(), tried(step.request()), step.extractions(), Optional.empty(), 1, step.condition()))
                .toList();
        return Optional.of(new Workload(
                List.of(new Journey(journey.name(), 1, steps, OnFailure.RESTART, Optional.empty())),
                Optional.empty(),
                feeders.stream().<Feeder>map(ExampleRows::new).toList(),
                seed,
                Optional.empty(),
                carried,
                setup));
    }

    /** Of a replay, whose arrivals have paths, and no arrival is tried: with the path of an example. */
    private RequestTemplate tried(RequestTemplate request) {
        var untimed = request.withoutTimeLimit();
        return replay.map(Replayed::log)
                .map(log -> {
                    var path = new Bytes();
                    log.addPath(log.example(), path);
                    return untimed.withPath(path.toString());
                })
                .orElse(untimed);
    }

    /** The first row of a feeder, which is not taken. */
    private record ExampleRows(Feeder feeder) implements Feeder {
        @Override
        public Optional<List<String>> next(int user, long turn) {
            return Optional.of(feeder.example());
        }

        @Override
        public List<String> example() {
            return feeder.example();
        }

        @Override
        public boolean isForOnce() {
            return false;
        }

        @Override
        public boolean isUsedUp() {
            return false;
        }

        @Override
        public String words() {
            return feeder.words();
        }

        @Override
        public Optional<Failure> failure() {
            return Optional.empty();
        }
    }
}
