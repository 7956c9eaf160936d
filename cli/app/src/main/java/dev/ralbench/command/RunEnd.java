package dev.ralbench.command;

import dev.ralbench.result.RunResult;
import java.util.Optional;

/**
 * A run that has ended, one of several.
 *
 * @param result empty if nothing was measured
 */
record RunEnd(ExitCode exit, String scenario, Optional<RunResult> result) {}
