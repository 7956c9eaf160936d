package dev.ralbench.junit;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.trial.RunControl;
import dev.ralbench.trial.RunListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Measures what a test asks for, with every choice that a {@link RunRequest} has: a parameter of a {@link Ralbench} method
 * that names nothing to measure itself.
 *
 * <pre>{@code
 * @Ralbench
 * void holds(RalbenchRunner ralbench) {
 *     var run = ralbench.run(RunRequest.of(service.url() + "/products/42").users(20).duration(ofSeconds(10)));
 *     assertThat(run.level(20).p99()).isLessThan(ofMillis(300));
 * }
 * }</pre>
 */
public final class RalbenchRunner {
    private final Session session;
    private final Supplier<Path> output;
    private final ExtensionContext context;

    RalbenchRunner(Session session, ExtensionContext context) {
        this.session = session;
        this.output = () -> Results.file(context, Clock.system());
        this.context = context;
    }

    /**
     * Measures to the end. The result file is the runner's own choice; {@link RalbenchRun#file} has its path.
     *
     * @throws AssertionError if nothing could be measured, a trial is invalid, or a limit under {@code expect} in the
     *     scenario is not kept
     */
    public RalbenchRun run(RunRequest request) {
        try {
            return measured(request.output(output.get()));
        } catch (Failure failure) {
            throw RalbenchFailures.error(failure);
        }
    }

    private RalbenchRun measured(RunRequest request) {
        var planned = session.plan(request);
        var notes = new ArrayList<String>();
        var finished = session.run(
                planned,
                new RunListener() {
                    @Override
                    public void note(String line) {
                        notes.add(line);
                    }
                },
                new RunControl());
        var run = new RalbenchRun(
                finished.result(),
                finished.file(),
                planned.scenario(),
                planned.gate().map(gated -> gated.gate()));
        finished.file().ifPresent(file -> report("ralbench.result", Results.shown(file)));
        notes.forEach(line -> report("ralbench.note", line));
        finished.troubles()
                .forEach(trouble ->
                        report("ralbench.note", TrialFailure.of(trouble).text()));
        var conclusion = RunConclusion.of(run);
        conclusion.notes().forEach(line -> report("ralbench.note", line));
        conclusion.failure().ifPresent(why -> {
            throw new AssertionError(why + run.details());
        });
        return run;
    }

    private void report(String key, String value) {
        context.publishReportEntry(Map.of(key, value));
    }
}
