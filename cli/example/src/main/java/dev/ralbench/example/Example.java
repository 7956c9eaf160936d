package dev.ralbench.example;

import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;

/** Measures services from a program of one's own. */
final class Example {
    private Example() {}

    /** Loads a service that runs already with 10 users. */
    static void url(String url, Duration length, Path file, PrintStream out) {
        var request = RunRequest.of(url).users(10).duration(length).output(file);
        var run = Session.standard().run(request);
        var level = run.result().level(10);
        out.printf("%.0f responses/s, p99 %d us%n", level.goodput(), level.p99().toNanos() / 1000);
        run.troubles().forEach(trouble -> out.println(trouble.what() + "; " + trouble.fix()));
    }

    /**
     * Starts the services that a scenario's file describes, one after the other, and compares them at 5 users. One that does not start leaves the
     * figures of the others as they are.
     */
    static void scenario(String scenario, Path file, PrintStream out) {
        var run = Session.standard().run(RunRequest.of(scenario).output(file));
        var result = run.result();
        for (var name : result.variants()) {
            var variant = result.variant(name);
            boolean isMeasured = !variant.trials().isEmpty();
            out.println(name + ": " + (isMeasured ? "median " + variant.level(5).p50() : "not measured"));
        }
        result.lastAttempts()
                .forEach(trial ->
                        trial.failure().ifPresent(why -> out.println(trial.id().variant() + ": " + why.text())));
        run.troubles().forEach(trouble -> out.println(trouble.what() + "; " + trouble.fix()));
    }

    public static void main(String[] args) {
        url(args[0], Duration.ofSeconds(10), Path.of("example.json"), System.out);
    }
}
