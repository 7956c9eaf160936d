package dev.ralbench.command;

import dev.ralbench.FailureKind;
import dev.ralbench.gate.DriftResult;
import dev.ralbench.gate.GateResult;
import java.util.Arrays;
import java.util.List;

/** Every way in which a command can end, as a script sees it. */
public enum ExitCode {
    OK(0, "everything asked for was done; suspect trials are marked and do not change this"),
    INTERNAL(1, "a defect of ralbench"),
    USAGE(2, "wrong option, wrong file or wrong value; nothing was measured"),
    REGRESSION(3, "a gate rule failed, a limit of the scenario is broken, or a claim does not hold"),
    INCONCLUSIVE(4, "no gate rule failed, but one could not be decided"),
    INCOMPARABLE(5, "results cannot be compared, or there is nothing to compare"),
    INVALID(6, "what was measured cannot be trusted"),
    ENVIRONMENT(
            7,
            "a target or something ralbench needs is missing, did not start or gave wrong answers only, or output is lost"),
    HANGUP(129, "the terminal was closed; the result is partial and marked"),
    INTERRUPTED(130, "stopped by Ctrl-C; the result is partial and marked"),
    TERMINATED(143, "stopped by SIGTERM; the result is partial and marked");

    private static final List<ExitCode> PRECEDENCE = List.of(
            TERMINATED,
            INTERRUPTED,
            HANGUP,
            INTERNAL,
            USAGE,
            ENVIRONMENT,
            INCOMPARABLE,
            INVALID,
            REGRESSION,
            INCONCLUSIVE,
            OK);

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    String meaning() {
        return meaning;
    }

    /** Which of two outcomes is to be told: the one further to the left in the order of precedence. */
    static ExitCode worse(ExitCode a, ExitCode b) {
        return PRECEDENCE.indexOf(a) <= PRECEDENCE.indexOf(b) ? a : b;
    }

    /** The same of independent results: one that cannot be trusted or compared does not hide what another one proves. */
    static ExitCode worseOfGroups(ExitCode a, ExitCode b) {
        boolean isHidden = (a == REGRESSION && (b == INVALID || b == INCOMPARABLE))
                || (b == REGRESSION && (a == INVALID || a == INCOMPARABLE));
        return isHidden ? REGRESSION : worse(a, b);
    }

    boolean isSignal() {
        return this == HANGUP || this == INTERRUPTED || this == TERMINATED;
    }

    /** The code of a failure. */
    static ExitCode of(FailureKind kind) {
        return switch (kind) {
            case USAGE -> USAGE;
            case ENVIRONMENT -> ENVIRONMENT;
            case INCOMPARABLE -> INCOMPARABLE;
            case INVALID -> INVALID;
            case REGRESSION -> REGRESSION;
            case DEFECT -> INTERNAL;
        };
    }

    /** The code of a gate's decision; one that needs more blocks has not decided, one that only warns lets go on. */
    static ExitCode of(GateResult gate) {
        if (gate.isWarning()) {
            return OK;
        }
        return switch (gate.decision()) {
            case PASS, BASELINE -> OK;
            case FAIL -> REGRESSION;
            case INCONCLUSIVE, CONTINUE -> INCONCLUSIVE;
            case INVALID -> INVALID;
            case INCOMPARABLE -> INCOMPARABLE;
        };
    }

    /** The code of what drift rules say. */
    static ExitCode of(DriftResult drift) {
        if (drift.isWarning()) {
            return OK;
        }
        return switch (drift.decision()) {
            case PASS, BASELINE -> OK;
            case FAIL -> REGRESSION;
            case INCONCLUSIVE, CONTINUE -> INCONCLUSIVE;
            case INVALID -> INVALID;
            case INCOMPARABLE -> INCOMPARABLE;
        };
    }

    /** The list of exit codes in the footer of the help, such as {@code 2:wrong option}. */
    static String[] help() {
        return Arrays.stream(values())
                .map(exit -> exit.code + ":" + exit.meaning)
                .toArray(String[]::new);
    }
}
