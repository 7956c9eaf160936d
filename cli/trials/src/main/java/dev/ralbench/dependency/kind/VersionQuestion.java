package dev.ralbench.dependency.kind;

import dev.ralbench.Failure;
import dev.ralbench.process.Program;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.ServiceSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Asks programs for their versions, which also makes sure that they run on this machine at all. */
public record VersionQuestion(OneShotProgram question, RunDirectories runDirectories) {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    public static VersionQuestion of(DependencyContext context) {
        return new VersionQuestion(new OneShotProgram(context.starter(), context.clock()), context.runDirectories());
    }

    /**
     * A program's product.
     *
     * @param reader finds it in the program's output; empty if it is a program of another kind
     * @throws Failure when it does not run, or is another program
     */
    public Product ask(ServerSupply supply, ServerPlace.Startable place, Function<String, Optional<Product>> reader)
            throws InterruptedException {
        Program program = supply.program();
        var spec = new ServiceSpec(
                "asking " + place.title() + " for its version",
                program,
                List.of(place.command(), "--version"),
                Map.of(),
                List.of(),
                PrepareLogs.make(runDirectories, program.name() + "-version"));
        var output = question.run(spec, LIMIT);
        return reader.apply(output)
                .orElseThrow(() -> Failure.environment(
                        place.words() + " is not a " + supply.title() + " server",
                        "asked for its version it wrote: " + output.strip(),
                        "name the program of a server, such as "
                                + supply.programs().getFirst()));
    }
}
