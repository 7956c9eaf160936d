package dev.ralbench.measurement;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Where metrics find their values in a window; empty wherever one link of the chain is missing. */
final class MetricSource {
    private MetricSource() {}

    /** Of metrics whose values are kept next to the windows of a trial. */
    static Function<WindowMeasurement, OptionalDouble> outsideWindows() {
        return window -> OptionalDouble.empty();
    }

    static Function<WindowMeasurement, OptionalDouble> inside(Function<InsideView, OptionalDouble> value) {
        return window -> window.inside().map(value).orElseGet(OptionalDouble::empty);
    }

    static Function<WindowMeasurement, OptionalDouble> jvm(Function<InsideView.Jvm, OptionalDouble> value) {
        return inside(view -> view.jvm().map(value).orElseGet(OptionalDouble::empty));
    }

    /** Of windows in which requests arrived at a rate. */
    static Function<WindowMeasurement, OptionalDouble> open(
            BiFunction<WindowMeasurement, OpenLoad, OptionalDouble> value) {
        return window -> window.open().map(open -> value.apply(window, open)).orElseGet(OptionalDouble::empty);
    }

    /** Of a server next to the target. */
    static Function<WindowMeasurement, OptionalDouble> server(String name, ToLongFunction<ServerView> value) {
        return window -> Optional.ofNullable(window.servers().get(name))
                .map(view -> count(value.applyAsLong(view)))
                .orElseGet(OptionalDouble::empty);
    }

    /** The value divided by the requests that ended: those are the ones that cost something. */
    static Function<WindowMeasurement, OptionalDouble> perRequest(Function<WindowMeasurement, OptionalDouble> value) {
        return window -> {
            var total = value.apply(window);
            return total.isEmpty()
                            || total.getAsDouble() == 0
                            || window.completions().ended() == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(
                            total.getAsDouble() / window.completions().ended());
        };
    }

    /** What a server served per ended request; none is a finding too. */
    static Function<WindowMeasurement, OptionalDouble> servedPerRequest(String name) {
        return window -> {
            var served = server(name, ServerView::served).apply(window);
            long ended = window.completions().ended();
            return served.isEmpty() || ended == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(served.getAsDouble() / ended);
        };
    }

    static OptionalDouble perSecond(WindowMeasurement window, double count) {
        return window.lengthSeconds() <= 0 ? OptionalDouble.empty() : OptionalDouble.of(count / window.lengthSeconds());
    }

    /** Of windows that last until their requests are done, if they are. */
    static OptionalDouble totalSeconds(WindowMeasurement window) {
        return window.kind() == WindowMeasurement.Kind.COUNTED && window.stillOpen() == 0
                ? OptionalDouble.of(window.lengthSeconds())
                : OptionalDouble.empty();
    }

    static OptionalDouble threadsPeak(WindowMeasurement window) {
        return inside(view -> OptionalDouble.of(
                        view.jvm().map(InsideView.Jvm::ownThreadsPeak).orElse(view.osThreadsPeak())))
                .apply(window);
    }

    /** A whole number as a value; exact up to 2^53. */
    static OptionalDouble count(long value) {
        return OptionalDouble.of((double) value);
    }

    static OptionalDouble of(Optional<Double> value) {
        return value.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }

    static OptionalDouble ofLong(Optional<Long> value) {
        return of(value.map(Long::doubleValue));
    }
}
