package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.process.ReadyCheck;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Tells, once, of a service that gives the same answer without success for some seconds: mostly the path is wrong, and the
 * user can correct it instead of waiting for the end. Used by one thread.
 */
final class WrongAnswers implements ReadyCheck {
    /** Services answer 503 or 404 for a moment while they start. */
    private static final Duration SUSPICIOUS = Duration.ofSeconds(5);

    private static final String STATUS = "status ";

    private final ReadyCheck check;
    private final Clock clock;
    private final Consumer<String> told;
    private String last = "";
    private long sinceNanos;
    private boolean isTold;

    /** @param told receives the status that is answered */
    WrongAnswers(ReadyCheck check, Clock clock, Consumer<String> told) {
        this.check = check;
        this.clock = clock;
        this.told = told;
    }

    /** Whether an attempt reached the service: then it listens where it should. */
    static boolean isAnswer(String missing) {
        return missing.startsWith(STATUS);
    }

    /** The line for users. */
    static String inWords(String service, String path, String status, Duration limit) {
        return service + ": GET " + path + " has answered " + status + " for " + SUSPICIOUS.toSeconds()
                + " s; ralbench waits for 2xx for up to " + limit.toMillis() / 1000 + " s";
    }

    @Override
    public Optional<String> missing(BooleanSupplier goOn) {
        var missing = check.missing(goOn);
        missing.ifPresent(this::look);
        return missing;
    }

    private void look(String answer) {
        long now = clock.nanoTime();
        if (!answer.equals(last)) {
            last = answer;
            sinceNanos = now;
        } else if (!isTold && isAnswer(answer) && now - sinceNanos >= SUSPICIOUS.toNanos()) {
            isTold = true;
            told.accept(answer.substring(STATUS.length()));
        }
    }
}
