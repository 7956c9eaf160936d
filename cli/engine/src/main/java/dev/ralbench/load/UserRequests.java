package dev.ralbench.load;

import dev.ralbench.Clock;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.Workload.Extraction;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.load.Workload.OnFailure;
import dev.ralbench.load.Workload.Replayed;
import dev.ralbench.load.Workload.Source;
import dev.ralbench.load.Workload.Step;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The requests of one user, journey by journey: which comes next, with what the user remembers, and what follows from the
 * end of each. Knows no network and no clock but for values. Belongs to the user's event loop.
 *
 * <p>Each request is {@link #next drawn}, sent, has the values of its response {@link #extract taken} if it was successful,
 * and {@link #ended ends}. A journey that is given up before its end is {@link #abandon abandoned}.
 */
public final class UserRequests {
    /** There is no further request; or a request, or journey, that has no figures of its own. */
    public static final int NONE = -1;

    private static final int OK = 200;
    private static final int PARTIAL_CONTENT = 206;
    private static final int NOT_MODIFIED = 304;
    private static final int CLIENT_GONE = 499;
    private static final int LEAST_STATUS = 100;
    /** What failures begin with of users that could not send what comes before their journeys. */
    public static final String SETUP = "before.user: ";

    private final List<Journey> journeys;
    private final Workload.Setup setup;
    private final Consumer<String> carried;
    /** Of all journeys, then those before and after them. */
    private final List<Step> steps;

    private final int firstBefore;
    private final int firstAfter;
    /** By the journey's position: that of its first step, and of its name among those with figures of their own. */
    private final int[] firstSteps;

    private final int[] figures;
    private final double[] limits;
    private final int[][] feeders;
    private final Optional<Replayed> replay;
    /** What is expected of responses that had a status, by that. */
    private final Map<Integer, Expectation> asBefore = new HashMap<>();

    /** Of what is sent before and after all journeys: their rows stay. */
    private final int[] lastingFeeders;

    private final UserValues values;
    /** Its only journey, or NONE if it draws one after the other. */
    private final int own;

    /** What the present request is a part of. */
    private enum Part {
        BEFORE,
        JOURNEY,
        AFTER,
    }

    private Part part = Part.JOURNEY;
    /** The steps of the present journey, or of what is sent before or after all journeys; the position of the first. */
    private List<Step> course = List.of();

    private int firstOfCourse;
    private boolean isSetUp;
    /** Whether it has sent anything since it began, or since its last farewell. */
    private boolean hasSent;

    private boolean hasLastingRows;
    /** Requests before and after all journeys. */
    private long uncounted;
    /** Of the response to the present request; 0 before it. */
    private int status;

    private int journey = NONE;
    /** The present step, counted from the first one of its course. */
    private int step;

    private int timesLeft;
    private boolean isWithin;
    private boolean lacksValue;
    private boolean stops;
    private Outcome outcome = Outcome.OK;
    private int current = NONE;
    private long begun;

    /**
     * Before the first request.
     *
     * @param user its number, from 0
     */
    public UserRequests(Workload workload, int user, Clock clock) {
        this.journeys = workload.journeys();
        this.setup = workload.setup();
        this.carried = workload.carried();
        this.steps = workload.allSteps();
        this.firstAfter = steps.size() - setup.after().size();
        this.firstBefore = firstAfter - setup.before().size();
        this.isSetUp = setup.before().isEmpty();
        this.lastingFeeders = feeders(steps.subList(firstBefore, steps.size()));
        this.firstSteps = new int[journeys.size()];
        this.figures = new int[journeys.size()];
        this.limits = new double[journeys.size()];
        this.feeders = new int[journeys.size()][];
        double sum = 0;
        int position = 0;
        int named = 0;
        for (int i = 0; i < limits.length; i++) {
            var each = journeys.get(i);
            sum += each.weight();
            limits[i] = sum;
            firstSteps[i] = position;
            position += each.steps().size();
            figures[i] = each.isRequest() ? NONE : named++;
            feeders[i] = IntStream.of(feeders(each.steps()))
                    .filter(feeder -> Arrays.binarySearch(lastingFeeders, feeder) < 0)
                    .toArray();
        }
        this.own = journeys.size() == 1
                ? 0
                : workload.shares().map(shares -> shares.of(user)).orElse(NONE);
        this.replay = workload.replay();
        this.values = new UserValues(
                user, workload.seed(), workload.feeders(), replay.map(Replayed::log), setup.given(), clock);
    }

    private static int[] feeders(List<Step> steps) {
        return steps.stream()
                .flatMapToInt(of -> IntStream.of(of.request().feeders()))
                .distinct()
                .sorted()
                .toArray();
    }

    /**
     * Draws the next request and its values: the next one of what has begun; or the first one of what is sent before all
     * journeys, if the user {@link #isSetUp needs that}; or the first one of another journey.
     *
     * @return its position in {@link Workload#allSteps}; {@link #NONE} if a feeder has no row left
     */
    public int next() {
        return next(NONE);
    }

    /**
     * Likewise, for an arrival.
     *
     * @param position of the request that arrives, in the replay; {@link #NONE} for any of them, or without a replay
     */
    int next(int position) {
        if (!isWithin && !(isSetUp ? begin(position) : beginSetup(Part.BEFORE))) {
            current = NONE;
            return NONE;
        }
        if (part == Part.JOURNEY) {
            values.nextRequest();
        } else {
            uncounted++;
        }
        status = 0;
        current = firstOfCourse + step;
        return current;
    }

    private boolean begin(int position) {
        values.nextJourney();
        journey = replay.isPresent() ? replayed(replay.get().log(), position) : drawn();
        if (!takesLastingRows() || !values.takeRows(feeders[journey])) {
            return false;
        }
        if (figures[journey] != NONE) {
            values.branch();
        }
        begin(Part.JOURNEY, journeys.get(journey).steps(), firstSteps[journey]);
        return true;
    }

    private boolean beginSetup(Part which) {
        values.beginSetup(which == Part.BEFORE);
        if (!takesLastingRows()) {
            return false;
        }
        if (which == Part.BEFORE) {
            begin(which, setup.before(), firstBefore);
        } else {
            begin(which, setup.after(), firstAfter);
        }
        return isWithin;
    }

    private void begin(Part which, List<Step> all, int first) {
        part = which;
        hasSent = true;
        course = all;
        firstOfCourse = first;
        begun++;
        isWithin = true;
        lacksValue = false;
        stops = false;
        outcome = Outcome.OK;
        step = -1;
        goToNextStep();
    }

    /** Once: the user is the same person whenever it begins again. */
    private boolean takesLastingRows() {
        hasLastingRows = hasLastingRows || values.takeRows(lastingFeeders);
        return hasLastingRows;
    }

    /** Whether the user has sent what comes before its journeys, if there is any; until then no journey begins. */
    boolean isSetUp() {
        return isSetUp;
    }

    /** Whether the present request comes before or after all journeys: no figure counts it. */
    boolean isOfSetup() {
        return part != Part.JOURNEY;
    }

    /** Whether the present request comes before all journeys: cookies that it gets stay with the user. */
    public boolean isBeforeJourneys() {
        return part == Part.BEFORE;
    }

    /** Whether the user, were it to leave now, had anything to send. */
    boolean hasFarewell() {
        return isSetUp && hasSent && !setup.after().isEmpty();
    }

    /**
     * Begins what is sent after all journeys, in place of another journey. A later journey begins as the first did.
     *
     * @return whether there is a request
     */
    boolean beginFarewell() {
        if (!hasFarewell() || !beginSetup(Part.AFTER)) {
            return false;
        }
        isSetUp = setup.before().isEmpty();
        hasSent = false;
        return true;
    }

    private int replayed(Replay log, int position) {
        values.replays(position == NONE ? values.random().nextInt(log.size()) : position);
        return log.kindOf(values.position());
    }

    private int drawn() {
        if (own != NONE) {
            return own;
        }
        double drawn = values.random().nextDouble(limits[limits.length - 1]);
        int which = 0;
        while (drawn >= limits[which]) {
            which++;
        }
        return which;
    }

    /** The next whose condition holds. At the beginning of a journey there is one: a step without a condition. */
    private void goToNextStep() {
        do {
            step++;
        } while (step < course.size() && !holds(course.get(step)));
        isWithin = step < course.size();
        timesLeft = isWithin ? course.get(step).times() : 0;
    }

    private boolean holds(Step next) {
        return next.condition().isEmpty()
                || next.condition()
                        .get()
                        .holds(values.variable(next.condition().get().variable()));
    }

    /**
     * Remembers what the present request's response is asked for.
     *
     * @param response has the value that is in a place; empty if it has none
     * @return the flaw of a response that lacks one; empty without a flaw
     */
    public String extract(Function<Source, Optional<String>> response) {
        for (Extraction extraction : step().extractions()) {
            var value = response.apply(extraction.source());
            if (value.isEmpty()) {
                lacksValue = true;
                return "extract " + extraction.variable() + ": nothing at " + extraction.source();
            }
            values.remember(extraction.variable(), value.get());
            carries(value.get());
        }
        return "";
    }

    /** Hands on a value of a response that the user carries from now on: it may be a secret. */
    public void carries(String value) {
        carried.accept(value);
    }

    /** A whole response to the present request is there. */
    public void responded(int itsStatus) {
        status = itsStatus;
    }

    /** The present request has ended; what follows is known from now on. */
    void ended(Outcome ofRequest) {
        if (outcome == Outcome.OK) {
            outcome = ofRequest;
        }
        var onFailure = onFailure();
        stops = ofRequest.isFailure() && onFailure == OnFailure.STOP;
        boolean isRenewed = part == Part.JOURNEY
                && ofRequest.isFailure()
                && setup.renewedBy().contains(status)
                && !setup.before().isEmpty();
        timesLeft--;
        if (ofRequest.isFailure() && (lacksValue || isRenewed || onFailure != OnFailure.CONTINUE)) {
            isWithin = false;
        } else if (timesLeft == 0) {
            goToNextStep();
            endIfSomethingIsMissing();
        }
        if (isRenewed) {
            isSetUp = false;
        }
        if (!isWithin) {
            isSetUp = isSetUp || (part == Part.BEFORE && outcome == Outcome.OK);
            values.forget();
        }
    }

    private OnFailure onFailure() {
        return switch (part) {
            case BEFORE -> OnFailure.RESTART;
            case JOURNEY -> journeys.get(journey).onFailure();
            case AFTER -> OnFailure.CONTINUE;
        };
    }

    /** After a step that has failed, or was skipped: a request without its token would only be refused. */
    private void endIfSomethingIsMissing() {
        if (isWithin && !course.get(step).request().canBeFilled(values)) {
            isWithin = false;
            if (outcome == Outcome.OK) {
                outcome = Outcome.UNEXPECTED_BODY;
            }
        }
    }

    /** Ends the journey early; the next request is the first of another. */
    void abandon() {
        if (isWithin && part == Part.AFTER) { // it is still to come
            isSetUp = true;
            hasSent = true;
        }
        isWithin = false;
        values.forget();
    }

    /** Whether a journey has begun and has a request left. */
    boolean isWithinJourney() {
        return isWithin;
    }

    /** Whether the user is to send nothing more: a step has failed. */
    boolean stops() {
        return stops;
    }

    /**
     * The present journey's position in {@link Workload.Names#journeys}; {@link #NONE} if it is a single request, or none.
     */
    int journey() {
        return part == Part.JOURNEY ? figures[journey] : NONE;
    }

    /** How the present journey has gone so far: its first failure, if any. */
    Outcome outcome() {
        return outcome;
    }

    /**
     * Changes whenever a journey begins, or what is sent before or after all of them: the user has forgotten what it
     * remembers of the one before.
     */
    public long course() {
        return begun;
    }

    /** Whether a pause of the scenario's journey follows the present request, which has ended. */
    boolean pauses() {
        return step().think().isPresent() || (!isWithin && pace().isPresent());
    }

    /**
     * When the pause that follows is over.
     *
     * @param endNanos when the present request ended
     * @param journeyNanos when its journey began
     * @param usualNanos the pause after a request that has none of its own
     */
    long pausesUntil(long endNanos, long journeyNanos, long usualNanos) {
        var think = step().think();
        long over = endNanos + (think.isPresent() ? think.get().nanos(values.random()) : usualNanos);
        var pace = pace();
        return isWithin || pace.isEmpty()
                ? over
                : Math.max(over, journeyNanos + pace.get().nanos(values.random()));
    }

    private Optional<Pause> pace() {
        return part == Part.JOURNEY ? journeys.get(journey).pace() : Optional.empty();
    }

    /** The present request's position in {@link Workload#allSteps}. */
    public int current() {
        return current;
    }

    public Step step() {
        return steps.get(current);
    }

    /** What the response to the present request has to be. */
    public Expectation expect() {
        var expect = step().request().expect();
        if (part != Part.JOURNEY || replay.isEmpty() || !replay.get().asBefore()) {
            return expect;
        }
        return asBefore.computeIfAbsent(
                replay.get().log().statusOf(values.position()), status -> expect.withStatuses(statusesLike(status)));
    }

    /**
     * The statuses that are as good as one of a log: that has no headers that ask for a part of a resource, or for one that has changed; and a client that went away,
     * which some servers write as 499, got no status.
     */
    public static Set<Integer> statusesLike(int before) {
        return switch (before) {
            case PARTIAL_CONTENT, NOT_MODIFIED -> Set.of(before, OK);
            case CLIENT_GONE -> Set.of(OK);
            default -> Set.of(before < LEAST_STATUS ? OK : before);
        };
    }

    /** How many requests were drawn; a request that is sent again is the same. */
    public long number() {
        return values.requests() + uncounted;
    }

    /** The values of the present request. */
    public UserValues values() {
        return values;
    }
}
