package dev.ralbench.session;

import dev.ralbench.Failure;
import dev.ralbench.secret.Secrets;
import dev.ralbench.trial.watch.Exhaustion;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;

/** A defect of ralbench in the form in which it may be shown: users put its trace into public reports. */
public final class MaskedDefect extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String trace;

    /** Whoever looks for a cause finds none that tells more; what is suppressed later is masked before. */
    private MaskedDefect(String trace) {
        super(null, null, true, false);
        this.trace = trace;
    }

    /** A failure with placeholders in place of secrets, a defect with such a trace, that of its causes included. */
    public static RuntimeException of(RuntimeException thrown, Secrets secrets) {
        if (thrown instanceof Failure failure) {
            return secrets.masked(failure);
        }
        var exhausted = Exhaustion.in(thrown);
        if (exhausted.isPresent()) {
            return secrets.masked(exhausted.get());
        }
        var trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        return new MaskedDefect(secrets.masked(trace.toString()));
    }

    @Override
    public String getMessage() {
        return trace.lines().findFirst().orElse("");
    }

    @Override
    public void printStackTrace(PrintStream stream) {
        stream.print(whole());
    }

    @Override
    public void printStackTrace(PrintWriter writer) {
        writer.print(whole());
    }

    private String whole() {
        var whole = new StringBuilder(trace);
        for (var suppressed : getSuppressed()) {
            whole.append("\tSuppressed: ").append(suppressed).append('\n');
        }
        return whole.toString();
    }

    @Override
    public String toString() {
        return getMessage();
    }
}
