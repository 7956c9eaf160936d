package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.http.NoReply;
import dev.ralbench.process.Pause;
import dev.ralbench.result.Work;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.WorkRule;
import dev.ralbench.trial.SingleRequest.WholeResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sends a target a few single requests before its load, one after the other, and reads its responses and its use of
 * dependencies. If a request has no response in time, the trial goes on: the load shows whether the target can be measured.
 */
final class WorkProbe {
    private static final int MEASURED = 3;
    /** The first one may be slow, whatever the load allows; one that hangs must not hold up the run for long. */
    private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(2);

    private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(10);
    /** A target may still be filling a pool of connections, and drivers ask for variables on each. */
    private static final Duration LONGEST_SETTLING = Duration.ofSeconds(1);

    private static final int LOOKS_ALIKE = 5;

    private final Scenario scenario;
    private final Clock clock;
    private final SingleRequests requests;

    WorkProbe(Scenario scenario, Clock clock, SingleRequests requests) {
        this.scenario = scenario;
        this.clock = clock;
        this.requests = requests;
    }

    /**
     * The findings.
     *
     * @param work empty if it is not wanted, or a request had no response in time
     * @param last the last response, if there is work
     * @param wrong the first response, if something is wrong with every one
     * @param broken why there was no whole response, if every request was refused or cut short
     */
    record WorkReading(
            Optional<Work> work,
            Optional<WholeResponse> last,
            Optional<WholeResponse> wrong,
            Optional<NoReply> broken) {
        private static final WorkReading NONE = broken(Optional.empty());

        private static WorkReading broken(Optional<NoReply> why) {
            return new WorkReading(Optional.empty(), Optional.empty(), Optional.empty(), why);
        }
    }

    /** Whether the scenario has anything looked at. */
    boolean isWanted() {
        return !scenario.expected().work().stated().equals(Optional.of(WorkRule.Same.NOTHING));
    }

    WorkReading look(RunningTrial running) throws InterruptedException {
        if (!isWanted()) {
            return WorkReading.NONE;
        }
        try (var request = request(running)) {
            var first = request.send();
            return first.isEmpty()
                    ? WorkReading.NONE
                    : measured(running.request().expect().status(), first.get(), request, running.dependencies());
        } catch (NoReply none) {
            return brokenAgain(running, none);
        } catch (IllegalArgumentException e) {
            return WorkReading.NONE; // something that this client cannot send, and the load's sender can
        }
    }

    /** A service may close one connection, and be sound: it is given up if it does so each time. */
    private WorkReading brokenAgain(RunningTrial running, NoReply none) throws InterruptedException {
        var last = none;
        for (int i = 0; i < MEASURED; i++) {
            try (var request = request(running)) {
                var unused = request.send();
                return WorkReading.NONE;
            } catch (NoReply again) {
                last = again;
            }
        }
        return WorkReading.broken(Optional.of(last));
    }

    private SingleRequest request(RunningTrial running) {
        return new SingleRequest(requests, running.target(), running.request(), running.workload(), patience());
    }

    /** How long to wait for a response. */
    Duration patience() {
        var timeout = scenario.load().timeout();
        if (timeout.compareTo(SHORTEST_PATIENCE) < 0) {
            return SHORTEST_PATIENCE;
        }
        return timeout.compareTo(LONGEST_PATIENCE) > 0 ? LONGEST_PATIENCE : timeout;
    }

    /**
     * The first request opens the target's connections and fills its caches: its use of servers is not that of others.
     */
    private WorkReading measured(int status, WholeResponse first, SingleRequest request, TrialDependencies dependencies)
            throws InterruptedException, NoReply {
        var before = settled(dependencies);
        var responses = new ArrayList<WholeResponse>();
        for (int i = 0; i < MEASURED; i++) {
            var response = request.send();
            if (response.isEmpty()) {
                return WorkReading.NONE;
            }
            responses.add(response.get());
        }
        var served = perRequest(before, settled(dependencies));
        boolean areAllWrong = Stream.concat(Stream.of(first), responses.stream())
                .noneMatch(response -> response.flaw().isEmpty());
        return new WorkReading(
                Work.common(responses.stream().map(WholeResponse::work).toList(), status)
                        .map(work -> work.serving(served)),
                Optional.of(responses.getLast()),
                Optional.of(first).filter(response -> areAllWrong),
                Optional.empty());
    }

    private static Map<String, Double> perRequest(Map<String, Long> before, Map<String, Long> after) {
        var served = new HashMap<String, Double>();
        before.forEach((name, count) -> Optional.ofNullable(after.get(name))
                .ifPresent(now -> served.put(name, (now - count) / (double) MEASURED)));
        return served;
    }

    /** The counts of each server once several polls in a row agree; the last poll if they never do. */
    private Map<String, Long> settled(TrialDependencies dependencies) {
        var looks = new Looks();
        new Pause(clock).until(() -> looks.addAndCountAlike(dependencies.served()) >= LOOKS_ALIKE, LONGEST_SETTLING);
        return looks.last;
    }

    private static final class Looks {
        private Map<String, Long> last = Map.of();
        private int alike;

        int addAndCountAlike(Map<String, Long> next) {
            if (next.isEmpty()) {
                return LOOKS_ALIKE; // nothing to wait for
            }
            alike = last.equals(next) ? alike + 1 : 1;
            last = next;
            return alike;
        }
    }
}
