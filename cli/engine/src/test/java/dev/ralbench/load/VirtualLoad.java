package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.SlotLimits;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** Loads in virtual time against a scripted sender: minutes take milliseconds and come out the same every time. */
final class VirtualLoad {
    static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** The stairs of the published delay study, with their hard stop. */
    static final LoadPlan PUBLISHED_PLAN = plan(
            new LoadShape.Stairs(0, 256, 8, Duration.ofSeconds(10), Duration.ofSeconds(20)),
            Optional.of(Duration.ofMinutes(2)));

    final ScriptedSender sender;
    final List<Integer> windows = new ArrayList<>();
    final LoadGenerator generator;
    final CompletableFuture<LoadEnd> end;
    private final LoadRecording recording;
    private final LoadPlan plan;

    VirtualLoad(LoadPlan plan, int loops, Script script) {
        this(plan, loops, script, (load, goOn) -> goOn.run());
    }

    /** @param afterCounted what is done when a counted window has ended, before the next one begins */
    VirtualLoad(LoadPlan plan, int loops, Script script, BiConsumer<VirtualLoad, Runnable> afterCounted) {
        this(plan, loops, script, afterCounted, false);
    }

    /** @param sharesCpus as for the generator */
    VirtualLoad(
            LoadPlan plan,
            int loops,
            Script script,
            BiConsumer<VirtualLoad, Runnable> afterCounted,
            boolean sharesCpus) {
        this(plan, loops, script, afterCounted, sharesCpus, List.of());
    }

    /** @param feeders as for the generator */
    VirtualLoad(
            LoadPlan plan,
            int loops,
            Script script,
            BiConsumer<VirtualLoad, Runnable> afterCounted,
            boolean sharesCpus,
            List<Feeder> feeders) {
        this.plan = plan;
        this.sender = new ScriptedSender(loops, script);
        this.recording = new LoadRecording(SlotLimits.NONE, script.workload().names());
        this.generator = new LoadGenerator(
                plan,
                sender,
                recording,
                new WindowListener() {
                    @Override
                    public void windowBegan(int window) {
                        windows.add(window);
                    }

                    @Override
                    public void windowEnded(int window, Runnable goOn) {
                        afterCounted.accept(VirtualLoad.this, goOn);
                    }
                },
                sharesCpus,
                feeders);
        this.end = generator.start();
    }

    void runUntilMillis(long millis) {
        sender.runUntil(millis * 1_000_000);
    }

    Measurement finish() {
        sender.run();
        assertThat(end).isCompleted();
        return recording.finish(plan, end.join().detail());
    }

    /** As a display would show it at this moment. */
    int usersNow() {
        return recording.usersNow();
    }

    static Measurement run(LoadPlan plan, int loops, Script script) {
        return new VirtualLoad(plan, loops, script).finish();
    }

    static LoadPlan plan(LoadShape shape, Optional<Duration> stopAfter) {
        return new LoadPlan(shape, stopAfter, TIMEOUT, Duration.ZERO, true, LoadPlan.OnFailure.CONTINUE);
    }

    static LoadPlan plan(LoadShape shape) {
        return plan(shape, Optional.empty());
    }

    /** It ends at the first failure. */
    static LoadPlan aborting(LoadShape shape) {
        return new LoadPlan(shape, Optional.empty(), TIMEOUT, Duration.ZERO, true, LoadPlan.OnFailure.ABORT);
    }

    /** Its users wait between a response and their next request. */
    static LoadPlan thinking(LoadShape shape, Duration think) {
        return new LoadPlan(shape, Optional.empty(), TIMEOUT, think, true, LoadPlan.OnFailure.CONTINUE);
    }
}
