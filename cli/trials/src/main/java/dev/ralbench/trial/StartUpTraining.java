package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dependency.PreparedEnvironment;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.process.Completion;
import dev.ralbench.scenario.Variant;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.service.TrainingLoad;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * Makes the start-up caches of a run's own services: each of their builds is once under the load of the run, before the
 * first block, all of them at the same time. Only if asked for: a JVM keeps profiles of its methods, and the code that it
 * compiles by them is a little faster or slower for good. Without a cache that differs from start to start, so it is a part
 * of what pairs vary by; with one it is the same in all blocks, and looks like a difference between the builds.
 */
final class StartUpTraining {
    /** The longest: compilers that rest before have seen what the load needs. */
    private static final Duration LENGTH = Duration.ofSeconds(60);
    /** A JVM writes its cache when it ends. */
    private static final Duration LONGEST_END = Duration.ofMinutes(2);

    private final RunResources resources;
    private final RunPlan plan;
    private final PreparedEnvironment environment;
    private final SenderFactory senders;
    private final Clock clock;
    private final RunControl control;
    private final List<AlternatingVariant> learning = new CopyOnWriteArrayList<>();

    StartUpTraining(
            RunResources resources,
            RunPlan plan,
            PreparedEnvironment environment,
            SenderFactory senders,
            Clock clock,
            RunControl control) {
        this.resources = resources;
        this.plan = plan;
        this.environment = environment;
        this.senders = senders;
        this.clock = clock;
        this.control = control;
    }

    /**
     * Looks whether each variant can learn, if that is asked for.
     *
     * @throws Failure naming the first that cannot
     */
    static void check(RunPlan plan, Targets targets) {
        if (!plan.startUpCache()) {
            return;
        }
        for (var variant : plan.scenario().variants()) {
            boolean learns = targets.definition(variant, plan.scenario()) instanceof TargetDefinition.Launched launched
                    && launched.program().learnsUnderLoad();
            if (!learns) {
                throw Failure.usage(
                        "--start-up-cache: variant " + variant.name() + " can have none",
                        "it takes a command that begins with ${java} and has -jar with a file, and no flag such as"
                                + " -XX:AOTMode; all variants have one, or none",
                        "leave --start-up-cache, or start_up_cache of the gate, out, or correct the command; built-in targets have their caches without"
                                + " it");
            }
        }
    }

    /** The targets that start from caches, or as they are if one of them gets none: that would be its handicap. */
    PreparedTargets with(PreparedTargets targets) throws InterruptedException {
        if (!plan.startUpCache()) {
            return targets;
        }
        var caches = new ConcurrentHashMap<String, Path>();
        var failures = new ConcurrentLinkedQueue<RuntimeException>();
        control.enter(all(Thread.currentThread()));
        try {
            AlternatingVariant.allAtOnce(plan.scenario().variants(), variant -> {
                try {
                    cache(variant, targets.of(variant).definition())
                            .ifPresent(cache -> caches.put(variant.name(), cache));
                } catch (RuntimeException e) {
                    failures.add(e);
                } catch (InterruptedException e) {
                    // the user stops, as is asked below
                }
            });
        } finally {
            // As before: what follows is ended by an interrupt.
            control.enter(RunControl.Stage.interrupting(Thread.currentThread()));
        }
        if (control.isStopping()) {
            throw new InterruptedException("stopped while services learned what to start from");
        }
        if (!failures.isEmpty()) {
            throw failures.element();
        }
        return caches.size() == plan.scenario().variants().size() ? targets.startingFrom(caches) : targets;
    }

    /** Starts and ends are interrupted, and loads are told to stop. */
    private RunControl.Stage all(Thread thread) {
        return new RunControl.Stage() {
            @Override
            public void stop() {
                learning.forEach(AlternatingVariant::stop);
                thread.interrupt();
            }

            @Override
            public void abort() {
                learning.forEach(AlternatingVariant::abort);
                thread.interrupt();
            }
        };
    }

    private Optional<Path> cache(Variant variant, TargetDefinition definition) throws InterruptedException {
        return definition instanceof TargetDefinition.Launched launched
                ? resources.targets().preparation().cacheMadeUnderLoad(launched, load(variant))
                : Optional.empty();
    }

    private int users() {
        return plan.design().turns().orElseThrow().highestFirst().getFirst();
    }

    private TrainingLoad load(Variant variant) {
        return new TrainingLoad() {
            @Override
            public String words() {
                var request = variant.request();
                return List.of(
                                request.method(),
                                request.path(),
                                request.headers(),
                                request.body().map(Object::toString).orElse(""),
                                plan.scenario().workload().map(Object::toString).orElse(""),
                                plan.scenario().setup(),
                                users())
                        .stream()
                        .map(Object::toString)
                        .collect(Collectors.joining("\n"));
            }

            @Override
            public void put(TargetDefinition.Launched service) throws InterruptedException {
                train(variant, service);
            }
        };
    }

    private void train(Variant variant, TargetDefinition.Launched definition) throws InterruptedException {
        var trialRecord = new TrialRecord(clock.now(), Optional.empty(), resources.secrets());
        var starter = new TrialStarter(
                resources,
                new LocalTargets(resources, environment, PreparedTargets.of(variant, definition), plan.names()),
                plan.scenario().withEndlessData(),
                new QueriedData(plan.scenario().data().queries()),
                clock,
                plan.seed(),
                plan.call().asked(),
                plan.keepGoing(),
                senders,
                Optional.empty(),
                Optional.empty());
        try (var service = new AlternatingVariant(new Trial(variant, 0, 1, 1), trialRecord, control)) {
            learning.add(service);
            AlternatingVariant.startAll(List.of(service), starter);
            var running = service.lookedAt(starter);
            if (running.isPresent()) {
                service.ready(List.of(), starter, plan.load(), senders, clock, note -> {}, Optional.empty());
                load(service);
                if (!control.isStopping()) {
                    running.get().target().end(new Completion(clock, LONGEST_END));
                }
            }
        }
        if (control.isStopping()) {
            throw new InterruptedException("stopped while " + variant.name() + " learned what to start from");
        }
        trialRecord.throwFailure();
    }

    private void load(AlternatingVariant service) {
        new WarmUpRounds(0, LENGTH, clock, () -> control.isStopping() || !service.isUp())
                .run(List.of(users()), List.of(service), new WarmUpRounds.Round() {
                    @Override
                    public void load() {
                        service.takeTurn(tick -> service.look());
                    }

                    @Override
                    public void pause() {
                        service.awaitCompilers();
                    }
                });
        service.keep();
    }
}
