package dev.ralbench.load;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** The words in which requests without a response in time are counted among failures, for what writes and what reads them. */
public final class Unanswered {
    /** Sent, and neither answered nor timed out when the load ended. */
    public static final String STILL_OPEN = "still open at the end";

    private static final String NO_RESPONSE = "no response within ";

    private Unanswered() {}

    /** @param timeout such as {@code 10 s} */
    static String timedOut(String timeout) {
        return NO_RESPONSE + timeout;
    }

    /** The failure of a request that was answered after its own time limit. */
    public static String slowerThan(Duration limit) {
        return "slower than " + inSeconds(limit);
    }

    /** {@code 0.5 s}. */
    static String inSeconds(Duration length) {
        return new BigDecimal(length.toNanos())
                        .movePointLeft(9)
                        .stripTrailingZeros()
                        .toPlainString() + " s";
    }

    /** The timeout of requests that timed out; empty of any other failure. */
    public static Optional<String> timeout(String failureDetail) {
        return failureDetail.startsWith(NO_RESPONSE)
                ? Optional.of(failureDetail.substring(NO_RESPONSE.length()))
                : Optional.empty();
    }

    /** Whether a failure is one of them. */
    public static boolean isOne(String failureDetail) {
        return failureDetail.equals(STILL_OPEN) || timeout(failureDetail).isPresent();
    }
}
