package dev.ralbench.load;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.load.SetupRequests.StepFailure;
import dev.ralbench.load.Workload.Step;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Sends the steps of one journey once, over a connection of its own: not for measuring, but for what they do, and for the
 * variables that they extract. Lives on the first event loop of its sender.
 */
public final class StepsOnce implements ConnectionListener {
    private final SenderLoop loop;
    private final UserRequests requests;
    private final SetupRequests steps;
    private final CompletableFuture<Result> end;
    private final Map<String, String> variables = new LinkedHashMap<>();

    /**
     * What came of them.
     *
     * @param variables the last value of each that was extracted
     * @param failure the first one; empty if none failed
     */
    public record Result(Map<String, String> variables, Optional<Failed> failure) {
        public Result {
            variables = Map.copyOf(variables);
        }
    }

    /**
     * A step that failed.
     *
     * @param detail the error, in the words of a load's failures
     */
    public record Failed(String step, String detail) {}

    private StepsOnce(SenderLoop loop, Duration timeout, CompletableFuture<Result> end) {
        this.loop = loop;
        this.end = end;
        var connection = loop.newConnection(0, this);
        this.requests = connection.requests();
        this.steps = new SetupRequests(loop, connection, timeout, this::guarded, new SetupRequests.Owner() {
            @Override
            public void setupEnded(long endNanos, Optional<StepFailure> failure) {
                connection.close();
                end.complete(new Result(
                        variables,
                        failure.map(failed -> new Failed(failed.step().name(), failed.detail()))));
            }

            @Override
            public void stepEnded(Step step) {
                step.extractions()
                        .forEach(extraction -> requests.values()
                                .variable(extraction.variable())
                                .ifPresent(value -> variables.put(extraction.variable(), value)));
            }
        });
    }

    /**
     * Begins.
     *
     * @param sender of a workload with one journey, which says whether the steps go on after a failure
     * @param timeout of each response
     * @return exceptionally completed only if something is broken
     */
    public static CompletableFuture<Result> send(RequestSender sender, Duration timeout) {
        var loop = sender.loops().getFirst();
        var end = new CompletableFuture<Result>();
        loop.execute(() -> {
            try {
                new StepsOnce(loop, timeout, end).begin();
            } catch (RuntimeException | Error e) {
                end.completeExceptionally(e);
            }
        });
        return end;
    }

    private void begin() {
        if (requests.next() == UserRequests.NONE) {
            end.completeExceptionally(new IllegalStateException("no row for steps that are sent once"));
        } else {
            steps.begin(loop.nanoTime());
        }
    }

    @Override
    public void connected() {
        guarded(steps::connected);
    }

    @Override
    public void connectFailed(String reason) {
        guarded(() -> steps.connectFailed(reason));
    }

    @Override
    public void ended(Outcome outcome, long endNanos, String detail) {
        guarded(() -> steps.ended(outcome, endNanos, detail));
    }

    @Override
    public void resent() {}

    @Override
    public void surplus() {}

    @Override
    public void broke(Error cause) {
        end.completeExceptionally(cause);
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            end.completeExceptionally(e);
        }
    }
}
