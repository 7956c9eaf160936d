package dev.ralbench.runner;

import dev.ralbench.Clock;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.process.Pause;
import dev.ralbench.result.Work;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.WorkRule;
import dev.ralbench.target.RunningTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sends a target a few single requests before its load, one after the other, and looks at what it answers and what it
 * asks of the servers beside it. Whatever comes of it, the trial goes on: the load shows whether the target can be
 * measured.
 */
final class WorkProbe {
    /** Opens the target's connections and fills its caches: what the first request of all asks for is not what each does. */
    private static final int UNMEASURED = 1;

    private static final int MEASURED = 3;
    /** The first one may be slow, whatever the load allows; one that hangs must not hold up the run for long. */
    private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(2);

    private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(10);
    /** A target may still be filling a pool of connections, and drivers ask for variables on each. */
    private static final Duration LONGEST_SETTLING = Duration.ofSeconds(1);

    private static final int LOOKS_ALIKE = 5;

    private final Scenario scenario;
    private final Clock clock;

    WorkProbe(Scenario scenario, Clock clock) {
        this.scenario = scenario;
        this.clock = clock;
    }

    /** Empty where it is not wanted, or a request had no answer in time. */
    Optional<Work> look(RequestTemplate template, RunningTarget target, Companions beside) throws InterruptedException {
        if (scenario.work().same() == WorkRule.Same.NOTHING) {
            return Optional.empty();
        }
        try (var request = new SingleRequest(target, template, patience())) {
            for (int i = 0; i < UNMEASURED; i++) {
                if (request.send().isEmpty()) {
                    return Optional.empty();
                }
            }
            return measured(template.expect().status(), request, beside);
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // something that this client cannot send, and the load's sender can
        }
    }

    private Duration patience() {
        var timeout = scenario.load().timeout();
        if (timeout.compareTo(SHORTEST_PATIENCE) < 0) {
            return SHORTEST_PATIENCE;
        }
        return timeout.compareTo(LONGEST_PATIENCE) > 0 ? LONGEST_PATIENCE : timeout;
    }

    private Optional<Work> measured(int status, SingleRequest request, Companions beside) throws InterruptedException {
        var before = settled(beside);
        var answers = new ArrayList<Work>();
        for (int i = 0; i < MEASURED; i++) {
            var answer = request.send();
            if (answer.isEmpty()) {
                return Optional.empty();
            }
            answers.add(answer.get());
        }
        var served = perRequest(before, settled(beside));
        return Work.common(answers, status).map(work -> work.serving(served));
    }

    private static Map<String, Double> perRequest(Map<String, Long> before, Map<String, Long> after) {
        var served = new HashMap<String, Double>();
        before.forEach((name, count) -> Optional.ofNullable(after.get(name))
                .ifPresent(now -> served.put(name, (now - count) / (double) MEASURED)));
        return served;
    }

    /** What each server has served once several looks in a row say the same; the last look where they never do. */
    private Map<String, Long> settled(Companions beside) {
        var looks = new Looks();
        new Pause(clock).until(() -> looks.addAndCountAlike(beside.served()) >= LOOKS_ALIKE, LONGEST_SETTLING);
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
