package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.result.RecordJson;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioSecrets;
import dev.ralbench.session.HostedRun;
import dev.ralbench.session.RuntimeMode;
import dev.ralbench.session.Session;
import dev.ralbench.trial.HostedTarget;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The targets of a run that are on this machine: started, looked into and ended as a main asks for. */
public final class AgentTargets implements TargetsWork {
    private static final byte[] NOTHING = {};

    /** Longer than a target takes that ends only when it is killed. */
    private static final long LONGEST_END_SECONDS = 60;

    private final Session session;
    private final TargetRules rules;
    private final Consumer<String> events;
    private final OneThread preparing = new OneThread("agent prepares");
    private final Map<Integer, Started> started = new ConcurrentHashMap<>();
    /** Numbers of starts that were closed before they came: questions overtake each other. Guarded by {@link #started}. */
    private final Set<Integer> closedBefore = new HashSet<>();
    /** Changed by the thread that prepares; read by all. */
    private volatile Optional<HostedRun> run = Optional.empty();

    /** @param events gets a line for each thing that happens, on any thread */
    public AgentTargets(Session session, TargetRules rules, Consumer<String> events) {
        this.session = session;
        this.rules = rules;
        this.events = events;
    }

    @Override
    public byte[] answer(byte[] bytes) throws InterruptedException {
        var question = TargetsQuestion.read(bytes);
        int number = question.target();
        return switch (question.kind()) {
            case PREPARE -> preparing.call(() -> prepare(TargetsTask.read(question.content())));
            case START -> start(number, RecordJson.read(question.content(), TargetsMessage.Start.class));
            case CLOSE -> {
                close(number);
                yield NOTHING;
            }
            default ->
                Optional.ofNullable(started.get(number))
                        .orElseThrow(() -> new IllegalArgumentException("nothing was started as " + number))
                        .answer(question);
        };
    }

    private byte[] start(int number, TargetsMessage.Start trial) throws InterruptedException {
        var next = new Started(number);
        synchronized (started) {
            if (closedBefore.contains(number)) {
                throw OneThread.stopped();
            }
            started.put(number, next);
        }
        boolean isUp = false;
        try {
            var answer = next.start(trial);
            isUp = true;
            return answer;
        } finally {
            if (!isUp) {
                close(number); // a main closes only what is up
            }
        }
    }

    private void close(int number) {
        @Nullable Started known;
        synchronized (started) {
            known = started.remove(number);
            if (known == null) {
                closedBefore.add(number);
            }
        }
        if (known != null) {
            known.close();
        }
    }

    /** A run of several scenarios prepares one after the other. */
    private byte[] prepare(TargetsTask task) throws InterruptedException {
        end();
        var scenario = task.scenario()
                .read("the main's scenario")
                .resolve(Overrides.none())
                .scenario();
        rules.check(scenario, ScenarioSecrets.read(scenario, task.environment()));
        var runtime = task.runtime().map(name -> RuntimeMode.valueOf(name.toUpperCase(Locale.ROOT)));
        var hosted = session.host(scenario, task.environment(), runtime, task.isElsewhere(), events);
        run = Optional.of(hosted);
        events.accept("targets of " + scenario.name() + " are prepared");
        return RecordJson.bytes(TargetsMessage.Prepared.of(hosted.targets().facts()));
    }

    private void end() {
        List.copyOf(started.keySet()).forEach(this::close);
        run.ifPresent(HostedRun::close);
        run = Optional.empty();
    }

    @Override
    public void close() {
        preparing.close();
        end();
    }

    /** What was started for one trial, on a thread of its own: views into a target are for one thread. */
    private final class Started {
        private final OneThread thread;
        /** Changed by that thread; read when it has ended. */
        private volatile Optional<HostedTarget> target = Optional.empty();

        Started(int number) {
            this.thread = new OneThread("agent looks into target " + number);
        }

        byte[] start(TargetsMessage.Start trial) throws InterruptedException {
            return thread.call(() -> {
                var hosted = run.orElseThrow(() -> new IllegalStateException("no targets have been prepared"))
                        .targets()
                        .start(trial.variant(), trial.block(), trial.slot(), trial.attempt());
                target = Optional.of(hosted);
                events.accept("variant " + trial.variant() + " is up at "
                        + hosted.facts().target().url());
                return RecordJson.bytes(hosted.facts());
            });
        }

        byte[] answer(TargetsQuestion question) throws InterruptedException {
            return thread.call(() -> answer(question, target.orElseThrow()));
        }

        private static byte[] answer(TargetsQuestion question, HostedTarget target) {
            return switch (question.kind()) {
                case WINDOW -> RecordJson.bytes(new TargetsMessage.Window(target.nextWindow()));
                case SAMPLE -> RecordJson.bytes(new TargetsMessage.Sample(target.poll()));
                case POOLS -> RecordJson.bytes(new TargetsMessage.Pools(target.pools()));
                case ASK -> {
                    target.ask(RecordJson.read(question.content(), TargetsMessage.Ask.class)
                            .isFollowed());
                    yield NOTHING;
                }
                case LOOK -> RecordJson.bytes(target.look());
                case COUNTS ->
                    RecordJson.bytes(new TargetsMessage.Counts(
                            target.counts(RecordJson.read(question.content(), TargetsMessage.Server.class)
                                    .name())));
                case ENDING ->
                    RecordJson.bytes(RecordJson.read(question.content(), TargetsMessage.Ended.class)
                            .server()
                            .map(target::ending)
                            .orElseGet(target::ending));
                case PREPARE, START, CLOSE -> throw new IllegalStateException(question.kind() + " is for all targets");
            };
        }

        /** Interrupts a start; then nothing of it is left running. */
        void close() {
            thread.close();
            target.ifPresent(HostedTarget::close);
        }
    }

    /** Does one thing after the other. */
    private static final class OneThread implements AutoCloseable {
        private final ExecutorService executor;

        OneThread(String name) {
            this.executor = Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name(name).factory());
        }

        byte[] call(Callable<byte[]> body) throws InterruptedException {
            Future<byte[]> result;
            try {
                result = executor.submit(body);
            } catch (RejectedExecutionException e) {
                throw stopped();
            }
            try {
                return result.get();
            } catch (ExecutionException e) {
                var cause = e.getCause();
                if (cause instanceof InterruptedException) {
                    throw stopped();
                }
                throw cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
            }
        }

        private static Failure stopped() {
            return Failure.environment("stopped", "the run is ended", "start it again");
        }

        /** Interrupts what is being done, and waits for its end. */
        @Override
        public void close() {
            executor.shutdownNow();
            try {
                var unused = executor.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
