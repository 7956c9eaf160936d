package dev.ralbench.dashboard;

import dev.ralbench.Boxed;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;

/**
 * What the page shows of a second of a load, or of some seconds together.
 *
 * @param untilSeconds since the load began
 * @param seconds in which the load was on
 * @param goodput successful responses per second
 * @param p50Millis empty with too few responses
 * @param p99Millis likewise; of some seconds the worst one's
 * @param failures per second
 */
record LivePoint(
        double untilSeconds,
        double seconds,
        double goodput,
        OptionalDouble p50Millis,
        OptionalDouble p99Millis,
        int users,
        double failures,
        String level) {

    /** This one and the one after it, as the report puts seconds together. */
    LivePoint with(LivePoint next) {
        double both = seconds + next.seconds;
        return new LivePoint(
                next.untilSeconds,
                both,
                (goodput * seconds + next.goodput * next.seconds) / both,
                ofBoth(p50Millis, next.p50Millis, (a, b) -> (a + b) / 2),
                ofBoth(p99Millis, next.p99Millis, Math::max),
                next.users,
                (failures * seconds + next.failures * next.seconds) / both,
                next.level);
    }

    private static OptionalDouble ofBoth(OptionalDouble a, OptionalDouble b, DoubleBinaryOperator together) {
        return a.isPresent() && b.isPresent()
                ? OptionalDouble.of(together.applyAsDouble(a.getAsDouble(), b.getAsDouble()))
                : a.isPresent() ? a : b;
    }

    /** In the order in which the page reads them. */
    List<Object> figures() {
        return List.of(
                untilSeconds, goodput, Boxed.of(p50Millis), Boxed.of(p99Millis), users, failures, level, seconds);
    }
}
