package dev.ralbench.scenario;

/** What a build on the command line turns out to be. */
sealed interface BuildKind {
    /** A copy of one of the scenario's variants, under another name. */
    record Copy(String variant) implements BuildKind {}

    record Jar(String path) implements BuildKind {}

    record Image(String image) implements BuildKind {}

    record Url(String url) implements BuildKind {}

    /** A shell command. */
    record Command(String command) implements BuildKind {}
}
