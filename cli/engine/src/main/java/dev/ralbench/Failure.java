package dev.ralbench;

import java.io.Serial;

/**
 * Something the user can understand and fix. Says in three short parts what happened, why, and how to fix it; the
 * command line prints exactly these and turns the kind into an exit code.
 */
public final class Failure extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final FailureKind kind;
    private final String why;
    private final String fix;

    /**
     * @param what the event, naming the file, key or value
     * @param why the reason, or empty when {@code what} says it all
     * @param fix the remedy, as an instruction
     */
    public Failure(FailureKind kind, String what, String why, String fix) {
        super(what);
        this.kind = kind;
        this.why = why;
        this.fix = fix;
    }

    /** Wrong usage or a wrong file. */
    public static Failure usage(String what, String why, String fix) {
        return new Failure(FailureKind.USAGE, what, why, fix);
    }

    /** Something outside ralbench is missing or did not start. */
    public static Failure environment(String what, String why, String fix) {
        return new Failure(FailureKind.ENVIRONMENT, what, why, fix);
    }

    /** Results that must not be laid side by side. */
    public static Failure incomparable(String what, String why, String fix) {
        return new Failure(FailureKind.INCOMPARABLE, what, why, fix);
    }

    /** Measured, but not to be trusted. */
    public static Failure invalid(String what, String why, String fix) {
        return new Failure(FailureKind.INVALID, what, why, fix);
    }

    /** Keeps the exception that led to this failure as its cause, to be seen in a debugger. */
    public Failure causedBy(Throwable cause) {
        initCause(cause);
        return this;
    }

    public FailureKind kind() {
        return kind;
    }

    public String what() {
        return String.valueOf(getMessage());
    }

    public String why() {
        return why;
    }

    public String fix() {
        return fix;
    }
}
