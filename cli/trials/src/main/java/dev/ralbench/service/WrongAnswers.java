package dev.ralbench.service;

import dev.ralbench.Clock;
import dev.ralbench.process.ReadyCheck;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Tells, once, of a service that gives the same answer without success for some seconds, or that listens elsewhere: mostly
 * the path or the port is wrong, and the user can correct it instead of waiting for the end. Used by one thread.
 */
final class WrongAnswers implements ReadyCheck {
    /** Services answer 503 or 404 for a moment while they start. */
    private static final Duration SUSPICIOUS = Duration.ofSeconds(5);

    private static final String STATUS = "status ";

    private final ReadyCheck check;
    private final Clock clock;
    private final Consumer<String> told;
    private final Supplier<Set<Integer>> ports;
    private final Consumer<Set<Integer>> toldElsewhere;
    private String last = "";
    private long sinceNanos;
    private boolean isTold;
    private boolean isElsewhereTold;

    /**
     * A check that tells.
     *
     * @param told receives the status that is answered
     * @param ports on which the service listens; asked where nothing answers
     * @param toldElsewhere receives these if there are any
     */
    WrongAnswers(
            ReadyCheck check,
            Clock clock,
            Consumer<String> told,
            Supplier<Set<Integer>> ports,
            Consumer<Set<Integer>> toldElsewhere) {
        this.check = check;
        this.clock = clock;
        this.told = told;
        this.ports = ports;
        this.toldElsewhere = toldElsewhere;
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

    /**
     * The line for users.
     *
     * @param ports on which it listens; at least one
     * @param fixed the port that the scenario gives it, if it does
     */
    static String elsewhere(String service, Set<Integer> ports, OptionalInt fixed) {
        return service + " listens only on port "
                + ports.stream().map(String::valueOf).collect(Collectors.joining(" and "))
                + " so far, "
                + (fixed.isPresent()
                        ? "and the scenario says " + fixed.getAsInt()
                        : "and not on the one that ralbench gives it: by ${port} in its command or env, and, where"
                                + " neither has it, by the variables PORT and SERVER_PORT");
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
        } else if (now - sinceNanos >= SUSPICIOUS.toNanos()) {
            if (isAnswer(answer)) {
                tellOnce(answer.substring(STATUS.length()));
            } else if (!isElsewhereTold) {
                sinceNanos = now; // a service opens its port late; it is looked at now and then
                tellPorts(ports.get());
            }
        }
    }

    private void tellOnce(String status) {
        if (!isTold) {
            isTold = true;
            told.accept(status);
        }
    }

    private void tellPorts(Set<Integer> elsewhere) {
        if (!elsewhere.isEmpty()) {
            isElsewhereTold = true;
            toldElsewhere.accept(elsewhere);
        }
    }
}
