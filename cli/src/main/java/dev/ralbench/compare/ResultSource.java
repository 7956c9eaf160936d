package dev.ralbench.compare;

import dev.ralbench.result.RunResult;

/**
 * A result with the name that messages call it by.
 *
 * @param name of its file, without folder and ending
 */
public record ResultSource(String name, RunResult run) {}
