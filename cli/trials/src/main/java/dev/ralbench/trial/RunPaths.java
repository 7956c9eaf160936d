package dev.ralbench.trial;

import java.nio.file.Path;

/** The paths of a run's files. */
record RunPaths(Path resultPath, Path logDirectory) {

    /** The output of the target of one trial. */
    Path log(Trial trial) {
        return logDirectory.resolve(prefix(trial) + ".log");
    }

    /** The start of the names of a trial's files. */
    String prefix(Trial trial) {
        var name = trial.block() + "-" + trial.variant().name();
        return trial.attempt() == 1 ? name : name + "-again-" + (trial.attempt() - 1);
    }

    /** A path as the result file states it: from its own directory, so that both can be moved together. */
    String relative(Path path) {
        var directory = resultPath.toAbsolutePath().getParent();
        var absolute = path.toAbsolutePath();
        return directory == null
                ? absolute.toString()
                : directory.relativize(absolute).toString();
    }
}
