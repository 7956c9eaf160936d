package dev.ralbench.validity;

import dev.ralbench.result.TrialResult.Validity;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** What to do about a reason to distrust a trial. It is the last clause of the reason's sentence. */
public enum Remedy {
    WARM_UP_UNTIL_COMPILED("let the load begin with warmUp: { until: compiled }, or give the target more CPUs"),
    WARM_UP_OR_HOLD_LONGER("warm the target up for longer, or hold the level longer"),
    WARM_UP_LONGER("warm it up for longer"),
    FEWER_OR_MORE_USERS("give it fewer (--warm-up), or more users"),
    KEEP_CONNECTIONS_LONGER(
            "let the server keep idle connections longer than they are idle here (keep-alive timeout), or"
                    + " lower the think time"),
    END_OTHERS("end what else runs there"),
    END_OTHERS_BUT_THE_SERVICE("end what else runs there, unless it is a part of the service"),
    AGAIN_WITHOUT_OTHERS("run it again when they have ended"),
    AGAIN_ON_AN_IDLE_MACHINE("run it again when nothing else runs"),
    MORE_CPU_TIME("give its control group, or container, more"),
    MORE_EVENT_LOOPS("CPUs were idle, so let more event loops send (--event-loops)");

    private final String words;

    Remedy(String words) {
        this.words = words;
    }

    /**
     * The remedy in a reason as it is shown, as words of it; empty if it names none. In results of earlier
     * versions only the sentences have it.
     */
    public static Optional<String> in(String reason, Validity validity) {
        var known = Stream.of(values()).map(remedy -> remedy.words);
        return Stream.concat(validity.remedies().stream().flatMap(stored -> stored.stream()), known)
                .filter(reason::contains)
                .max(Comparator.comparingInt(String::length));
    }

    /** A sentence, or its format, that ends with this. */
    String after(String sentence) {
        return sentence + (sentence.contains(": ") ? "; " : ": ") + words;
    }

    String inWords() {
        return words;
    }
}
