package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.SampleLoadTotals;
import dev.ralbench.result.AgentClock;
import dev.ralbench.result.Design;
import dev.ralbench.result.ResultFile;
import dev.ralbench.scenario.CarriedScenario;
import dev.ralbench.testing.Results;
import dev.ralbench.trial.RemoteGenerators;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loads on agents of this JVM, over real connections; their work is scripted. */
@Timeout(60)
class FleetGeneratorsTest {
    private static final Build BUILD = new Build("ralbench 1", "a");

    private final List<Agent> agents = new ArrayList<>();
    private final List<Endpoint> endpoints = new ArrayList<>();

    @AfterEach
    void closeAgents() {
        agents.forEach(Agent::close);
    }

    /** The system's clock, and how much it has gone ahead. */
    private static final class DriftingClock implements Clock {
        private final AtomicLong aheadNanos = new AtomicLong();

        @Override
        public long nanoTime() {
            return System.nanoTime() + aheadNanos.get();
        }

        @Override
        public Instant now() {
            return Clock.system().now();
        }
    }

    /** A load that ends at once, with a result of its own. */
    private static class EndedWork implements AgentWork {
        private final MainLink main;
        private final Consumer<MainLink> whileLoaded;

        private EndedWork(MainLink main, Consumer<MainLink> whileLoaded) {
            this.main = main;
            this.whileLoaded = whileLoaded;
        }

        @Override
        public byte[] prepare(byte[] share) {
            return "[\"the generator will be the limit\"]".getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void startAt(long nanoTime) {
            whileLoaded.accept(main);
        }

        @Override
        public void goOn(Point point, int window, long nanoTime, LeastLengths atLeast, long repeated) {}

        @Override
        public void followWith(int window, List<Integer> users, Duration settle) {}

        @Override
        public byte[] finish() {
            return ResultFile.text(Results.ofUrl()).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void stop() {}

        @Override
        public void abort() {}
    }

    private void agent(Clock clock, Consumer<MainLink> whileLoaded) {
        var agent = Agent.listen(
                new Endpoint("127.0.0.1", 0),
                Optional.empty(),
                new AgentFacts(BUILD, "load", "25", 2, 28_000),
                main -> new EndedWork(main, whileLoaded),
                line -> {},
                clock);
        agents.add(agent);
        endpoints.add(new Endpoint("127.0.0.1", agent.port()));
    }

    private static RemoteGenerators.Task task() {
        return new RemoteGenerators.Task(
                url -> new CarriedScenario("schema: 1\nname: shop\n", Map.of()),
                URI.create("http://127.0.0.1:1/"),
                Map.of(),
                Map.of(),
                1,
                new Design(Design.Order.FIXED, List.of(1), Optional.empty(), Optional.empty(), 1),
                true);
    }

    private List<RemoteGenerators.Part> parts() throws InterruptedException {
        try (var generators = new FleetGenerators(endpoints, Optional.empty(), BUILD, Duration.ZERO, Clock.system())) {
            var load = generators.prepare(task());
            load.startAt(System.nanoTime());
            return load.finish();
        }
    }

    private static AgentClock.Drift drift(RemoteGenerators.Part part) {
        return part.agent().clock().drift().orElseThrow();
    }

    @Test
    void aClockThatDriftsDuringTheLoadIsFound() throws Exception {
        var drifting = new DriftingClock();
        agent(Clock.system(), main -> {});
        agent(
                drifting,
                main -> drifting.aheadNanos.addAndGet(Duration.ofSeconds(3).toNanos()));

        var parts = parts();

        var still = drift(parts.getFirst());
        assertThat(Math.abs(still.millis())).isLessThanOrEqualTo(still.uncertaintyMillis());
        var drifted = drift(parts.getLast());
        assertThat(Math.abs(drifted.millis() - 3000)).isLessThanOrEqualTo(drifted.uncertaintyMillis());
    }

    private static Progress.Figures figures(int responses, double millis, long failures) {
        var totals = SampleLoadTotals.of(1, responses, millis, failures);
        return new Progress.Figures(totals.outcomes(), totals.successful());
    }

    private static long taken(RemoteGenerators.RemoteLoad load, String name) {
        var count = new AtomicLong();
        load.takeSuccessful(name, times -> count.addAndGet(times.count()));
        return count.get();
    }

    /** An agent tells only what has changed; what a name has failed in remains. */
    @Test
    void figuresByNameAreThoseOfAllAgents() throws Exception {
        var cart = figures(5, 20, 2);
        var list = figures(7, 1, 0);
        for (int i = 0; i < 2; i++) {
            agent(Clock.system(), main -> {
                main.progress(new Progress(3, figures(12, 20, 2), Map.of("cart", cart, "list", list)).bytes());
                main.progress(new Progress(4, figures(7, 1, 2), Map.of("list", list)).bytes());
            });
        }
        try (var generators = new FleetGenerators(endpoints, Optional.empty(), BUILD, Duration.ZERO, Clock.system())) {
            var load = generators.prepare(task());
            load.startAt(System.nanoTime());
            load.finish(); // comes after what was told before

            assertThat(load.usersNow()).isEqualTo(8);
            assertThat(load.failuresSoFar()).isEqualTo(Map.of(Outcome.TIMEOUT, 4L));
            assertThat(load.failuresSoFar("cart")).isEqualTo(Map.of(Outcome.TIMEOUT, 4L));
            assertThat(load.failuresSoFar("list")).isEmpty();
            assertThat(taken(load, "cart")).isEqualTo(10);
            assertThat(taken(load, "list")).isEqualTo(28);
            assertThat(taken(load, "list")).as("once").isZero();
        }
    }

    /** A search goes on by these, so none of them may come later. */
    @Test
    void aLevelIsOverWhenAllAgentsHaveReportedIt() throws Exception {
        var isHeldUp = new CountDownLatch(1);
        agent(Clock.system(), main -> {
            main.progress(new Progress(3, figures(12, 20, 2), Map.of()).bytes());
            main.reached(Point.LEVEL_ENDED, 1, LeastLengths.NONE);
        });
        agent(Clock.system(), main -> {
            await(isHeldUp);
            main.progress(new Progress(4, figures(7, 1, 5), Map.of()).bytes());
            main.reached(Point.LEVEL_ENDED, 1, LeastLengths.NONE);
        });
        try (var generators = new FleetGenerators(endpoints, Optional.empty(), BUILD, Duration.ZERO, Clock.system())) {
            var load = generators.prepare(task());
            load.startAt(System.nanoTime());

            load.awaitFiguresToEnd(1, Duration.ofMillis(1)); // no longer than that, though one agent is missing
            isHeldUp.countDown();
            load.awaitFiguresToEnd(1, Duration.ofSeconds(60));

            assertThat(load.usersNow()).isEqualTo(7);
            assertThat(load.failuresSoFar()).isEqualTo(Map.of(Outcome.TIMEOUT, 7L));
            load.finish();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As of a load that this machine sends; all trials of a run have the same load. */
    @Test
    void whatAgentsSayOfALoadIsShownOnceWithTheirNames() throws Exception {
        agent(Clock.system(), main -> {});
        agent(Clock.system(), main -> {});
        try (var generators = new FleetGenerators(endpoints, Optional.empty(), BUILD, Duration.ZERO, Clock.system())) {
            generators.prepare(task()).finish();
            assertThat(generators.newNotes())
                    .containsExactly(
                            "agent " + endpoints.getFirst() + ": the generator will be the limit",
                            "agent " + endpoints.getLast() + ": the generator will be the limit");
            generators.prepare(task()).finish();
            assertThat(generators.newNotes()).isEmpty();
        }
    }

    /** It names what is lost and keeps the rest. */
    @Test
    void theLossOfAnAgentLeavesThePartsOfTheOthers() throws Exception {
        agent(Clock.system(), main -> {});
        agent(Clock.system(), main -> {});
        try (var generators = new FleetGenerators(endpoints, Optional.empty(), BUILD, Duration.ZERO, Clock.system())) {
            var load = generators.prepare(task());
            load.startAt(System.nanoTime());
            agents.getFirst().close();

            assertThat(load.finish())
                    .extracting(RemoteGenerators.Part::generator)
                    .containsExactly(endpoints.getLast().toString());
            assertThat(load.failure().map(Failure::what)).hasValue("agent " + endpoints.getFirst() + " was stopped");
        }
    }

    @Test
    void anAgentThatIsLostWhileItGetsReadyIsLeftOut() throws Exception {
        agent(Clock.system(), main -> {});
        var doomed = Agent.listen(
                new Endpoint("127.0.0.1", 0),
                Optional.empty(),
                new AgentFacts(BUILD, "load", "25", 2, 28_000),
                main -> new EndedWork(main, started -> {}) {
                    @Override
                    public byte[] prepare(byte[] share) {
                        agents.getLast().close();
                        return super.prepare(share);
                    }
                },
                line -> {},
                Clock.system());
        agents.add(doomed);
        endpoints.add(new Endpoint("127.0.0.1", doomed.port()));
        try (var generators = new FleetGenerators(endpoints, Optional.empty(), BUILD, Duration.ZERO, Clock.system())) {
            assertThat(generators.prepare(task()).finish())
                    .extracting(RemoteGenerators.Part::generator)
                    .containsExactly(endpoints.getFirst().toString());
            assertThat(generators.newNotes())
                    .contains(
                            "agent " + endpoints.getLast()
                                    + " was stopped: its user, or its system, ended it before the run was over; the others send its part");
        }
    }
}
