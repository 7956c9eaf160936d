package dev.ralbench.fleet;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.result.RecordJson;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.service.ProbeSample;
import dev.ralbench.service.TargetProbe;
import dev.ralbench.trial.HostedTarget;
import dev.ralbench.trial.HostedTargetsFacts;
import dev.ralbench.trial.RemoteTargets;
import dev.ralbench.trial.Trial;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Targets on the machine of an agent. */
public final class FleetTargets implements RemoteTargets, AutoCloseable {
    /** Longer than a target takes that ends only when it is killed, with its dependencies. */
    private static final long LONGEST_END_SECONDS = 90;

    private static final long LOOK_NANOS = Duration.ofMillis(200).toNanos();
    private static final HostedTarget.Look NOT_YET = new HostedTarget.Look(true, Map.of(), ProbeGlance.NOTHING);

    private final Clock clock;
    private final Endpoint endpoint;
    private final Fleet fleet;
    private final AtomicInteger starts = new AtomicInteger();
    private final AtomicReference<@Nullable Failure> lost = new AtomicReference<>();

    /**
     * Joins the agent.
     *
     * @throws Failure as of {@link Fleet#join}
     */
    public FleetTargets(Endpoint endpoint, Optional<FleetKey> key, Build build, Clock clock)
            throws InterruptedException {
        this.clock = clock;
        this.endpoint = endpoint;
        this.fleet = Fleet.join(List.of(endpoint), key, build, Duration.ZERO, new Listener(), clock);
    }

    private FleetAgent agent() {
        return fleet.agents().getFirst();
    }

    @Override
    public String name() {
        return agent().toString();
    }

    @Override
    public boolean areElsewhere() {
        return !agent().localAddress().isLoopbackAddress();
    }

    @Override
    public String host() {
        return endpoint.hostInUrl();
    }

    @Override
    public HostedTargetsFacts prepare(Task task) throws InterruptedException {
        var question = new TargetsQuestion(
                TargetsQuestion.Kind.PREPARE,
                0,
                TargetsTask.of(task, areElsewhere() || task.isLoadElsewhere()).bytes());
        return RecordJson.read(FleetAgent.await(agent().ask(question)), TargetsMessage.Prepared.class)
                .facts();
    }

    @Override
    public RemoteStart start(Trial trial) throws InterruptedException {
        int number = starts.incrementAndGet();
        var content = new TargetsMessage.Start(trial.variant().name(), trial.block(), trial.slot(), trial.attempt());
        var answer = agent().ask(TargetsQuestion.of(TargetsQuestion.Kind.START, number, content));
        try {
            return new Started(number, RecordJson.read(FleetAgent.await(answer), HostedTarget.Facts.class));
        } catch (InterruptedException e) {
            end(number);
            throw e;
        }
    }

    /** Waits through interrupts: nothing may be left running there. */
    private void end(int number) {
        try {
            agent().ask(TargetsQuestion.of(TargetsQuestion.Kind.CLOSE, number))
                    .orTimeout(LONGEST_END_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            if (lost.get() == null) {
                throw e.getCause() instanceof Failure failure
                        ? failure
                        : Failure.environment(
                                        name() + " has not ended a target within " + LONGEST_END_SECONDS + " s",
                                        "",
                                        "see its output; it ends what is left when it ends")
                                .causedBy(e);
            }
        }
    }

    @Override
    public void close() {
        fleet.close();
    }

    private final class Listener implements FleetListener {
        @Override
        public void progress(FleetAgent agent, int load, byte[] figures) {
            // of loads
        }

        @Override
        public void reached(FleetAgent agent, int load, Point point, int window, LeastLengths atLeast) {
            // of loads
        }

        @Override
        public void failed(FleetAgent agent, int load, Failure failure) {
            // of loads
        }

        @Override
        public void lost(FleetAgent agent, Failure failure) {
            lost.set(failure);
        }
    }

    /** What is up for one trial. Used by one thread, but for {@link #lost}. */
    private final class Started implements RemoteStart {
        private final int number;
        private final HostedTarget.Facts facts;
        private final TargetProbe probe = new Probe();
        private HostedTarget.Look latest = NOT_YET;
        private CompletableFuture<HostedTarget.Look> next = CompletableFuture.completedFuture(NOT_YET);
        private long lookedNanos;

        Started(int number, HostedTarget.Facts facts) {
            this.number = number;
            this.facts = facts;
            this.lookedNanos = clock.nanoTime() - LOOK_NANOS;
        }

        @Override
        public HostedTarget.Facts facts() {
            return facts;
        }

        @Override
        public TargetProbe probe() {
            return probe;
        }

        private CompletableFuture<byte[]> ask(TargetsQuestion.Kind kind) {
            return agent().ask(TargetsQuestion.of(kind, number));
        }

        private CompletableFuture<byte[]> ask(TargetsQuestion.Kind kind, Record content) {
            return agent().ask(TargetsQuestion.of(kind, number, content));
        }

        /** Empty if there is none: the view is lost then, and the load ends because of that. */
        private static <R extends Record> Optional<R> answer(CompletableFuture<byte[]> asked, Class<R> type) {
            try {
                return Optional.of(RecordJson.read(FleetAgent.await(asked), type));
            } catch (Failure | CompletionException e) {
                return Optional.empty();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }

        @Override
        public HostedTarget.Look look() {
            if (next.isDone()) {
                latest = next.exceptionally(failure -> latest).join();
                if (clock.nanoTime() - lookedNanos >= LOOK_NANOS) {
                    lookedNanos = clock.nanoTime();
                    next = ask(TargetsQuestion.Kind.LOOK)
                            .thenApply(json -> RecordJson.read(json, HostedTarget.Look.class));
                }
            }
            return latest;
        }

        @Override
        public Optional<ServedCounts> counts(String server) {
            return answer(
                            ask(TargetsQuestion.Kind.COUNTS, new TargetsMessage.Server(server)),
                            TargetsMessage.Counts.class)
                    .flatMap(TargetsMessage.Counts::served);
        }

        @Override
        public HostedTarget.Ending ending() {
            return ending(Optional.empty());
        }

        @Override
        public HostedTarget.Ending ending(String server) {
            return ending(Optional.of(server));
        }

        private HostedTarget.Ending ending(Optional<String> server) {
            return answer(ask(TargetsQuestion.Kind.ENDING, new TargetsMessage.Ended(server)), HostedTarget.Ending.class)
                    .orElseGet(() -> new HostedTarget.Ending("", Optional.empty()));
        }

        @Override
        public Optional<Failure> lost() {
            return Optional.ofNullable(lost.get());
        }

        @Override
        public void close() {
            end(number);
        }

        /** The view, which ends with the target. */
        private final class Probe implements TargetProbe {
            @Override
            public Map<String, PoolUse> pools() {
                return answer(Started.this.ask(TargetsQuestion.Kind.POOLS), TargetsMessage.Pools.class)
                        .map(TargetsMessage.Pools::use)
                        .orElse(Map.of());
            }

            @Override
            public Optional<InsideView> nextWindow() {
                return answer(Started.this.ask(TargetsQuestion.Kind.WINDOW), TargetsMessage.Window.class)
                        .flatMap(TargetsMessage.Window::seen);
            }

            @Override
            public void ask(boolean isFollowed) {
                var unused = Started.this.ask(TargetsQuestion.Kind.ASK, new TargetsMessage.Ask(isFollowed));
            }

            @Override
            public Optional<ProbeSample> poll() {
                return answer(Started.this.ask(TargetsQuestion.Kind.SAMPLE), TargetsMessage.Sample.class)
                        .flatMap(TargetsMessage.Sample::seen);
            }

            @Override
            public ProbeGlance glance() {
                return look().glance();
            }

            @Override
            public void close() {
                // after the load, steps may still be sent to the target
            }
        }
    }
}
