package dev.ralbench.result;

import dev.ralbench.Failure;

/** The detected content of a file. */
public sealed interface FileContent {

    /** A result of {@code ralbench run}, finished or not. */
    record Run(RunResult result) implements FileContent {}

    /**
     * Anything else.
     *
     * @param what in few words, such as {@code a JSON schema}
     * @param isOfRun whether it once was, or would be, a result: damaged, unreadable, or of a newer ralbench
     * @param failure the same for a user who meant it to be a result
     */
    record Other(String what, boolean isOfRun, Failure failure) implements FileContent {}
}
