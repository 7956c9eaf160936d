package dev.ralbench.command;

import dev.ralbench.result.RunResult;
import java.util.Optional;

/**
 * One of several runs, when it has ended.
 *
 * @param result empty where nothing was measured
 */
record EndedRun(ExitCode exit, String scenario, Optional<RunResult> result) {}
