package dev.ralbench.command;

import dev.ralbench.Failure;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The stream below a {@link java.io.PrintStream}, which keeps why it could not write to itself. This one tells it. */
final class StandardOutput extends FilterOutputStream {
    private @Nullable IOException first;

    StandardOutput(OutputStream stream) {
        super(stream);
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            first = first == null ? e : first;
            throw e;
        }
    }

    /** Why some of the output is lost; empty if none is, or if its reader wanted no more, as {@code head} does. */
    synchronized Optional<Failure> loss() {
        return Optional.ofNullable(first)
                .filter(cause -> !words(cause).toLowerCase(Locale.ROOT).contains("broken pipe"))
                .map(cause -> isClosed(cause) ? closed(cause) : lost(cause));
    }

    /** Closed before the first byte: the shell was told so by {@code >&-}. */
    private static boolean isClosed(IOException cause) {
        return words(cause).toLowerCase(Locale.ROOT).contains("bad file descriptor");
    }

    private static Failure closed(IOException cause) {
        return Failure.environment(
                        "standard output is closed",
                        "what was to be written there is lost: " + words(cause),
                        "leave >&- out, or send it to a file or /dev/null")
                .causedBy(cause);
    }

    private static Failure lost(IOException cause) {
        return Failure.environment(
                        "standard output could not be written to its end",
                        words(cause),
                        "free some space where it goes, or send it elsewhere; reports can be made again by"
                                + " ralbench report and ralbench compare")
                .causedBy(cause);
    }

    /** A loss fails a command that did well otherwise; what another one has decided or said counts for more. */
    int exitCode(int ofTheCommand) {
        return loss().isPresent() && ofTheCommand == ExitCode.OK.code() ? ExitCode.ENVIRONMENT.code() : ofTheCommand;
    }

    private static String words(IOException cause) {
        return String.valueOf(cause.getMessage());
    }
}
