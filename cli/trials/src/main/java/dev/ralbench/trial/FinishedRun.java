package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.result.RunResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run that has ended: all trials of its plan were tried, or it was stopped.
 *
 * @param file that holds all of the result; none if it could be written nowhere
 * @param names the requested file, and where the output of targets is
 * @param troubles why the file is not the requested one; processes that did not end
 */
public record FinishedRun(RunResult result, Optional<Path> file, RunNames names, List<Failure> troubles) {
    public FinishedRun {
        troubles = List.copyOf(troubles);
    }

    /** This run with one more trouble. */
    public FinishedRun with(Failure another) {
        return new FinishedRun(
                result,
                file,
                names,
                Stream.concat(troubles.stream(), Stream.of(another)).toList());
    }
}
