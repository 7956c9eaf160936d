package dev.ralbench.scenario;

/** The kind of a build on the command line. */
sealed interface BuildKind {
    /** A copy of one of the scenario's variants, under another name. */
    record Copy(String variant) implements BuildKind {}

    record Jar(String path) implements BuildKind {}

    record Image(String image) implements BuildKind {}

    record Url(String url) implements BuildKind {}

    /** An executable file. */
    record Program(String path) implements BuildKind {}

    /** A shell command. */
    record Command(String command) implements BuildKind {}
}
