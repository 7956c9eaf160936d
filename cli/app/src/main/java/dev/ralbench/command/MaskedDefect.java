package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.secret.Secrets;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;

/** A defect of ralbench in the form in which it may be shown: users put its trace into public reports. */
final class MaskedDefect extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String trace;

    private MaskedDefect(RuntimeException defect, String trace) {
        super(null, defect, false, false);
        this.trace = trace;
    }

    /** A failure with placeholders in place of secrets, a defect with such a trace, that of its causes included. */
    static RuntimeException of(RuntimeException thrown, Secrets secrets) {
        if (thrown instanceof Failure failure) {
            return secrets.masked(failure);
        }
        var trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        return new MaskedDefect(thrown, secrets.masked(trace.toString()));
    }

    @Override
    public String getMessage() {
        return trace.lines().findFirst().orElse("");
    }

    @Override
    public void printStackTrace(PrintStream stream) {
        stream.print(trace);
    }

    @Override
    public void printStackTrace(PrintWriter writer) {
        writer.print(trace);
    }

    @Override
    public String toString() {
        return getMessage();
    }
}
