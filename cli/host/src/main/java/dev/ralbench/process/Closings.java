package dev.ralbench.process;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Closes several things: all of them, even if some fail. The first failure is thrown then, with the others in it. */
public final class Closings {
    private Closings() {}

    /** One after the other, in the order of the collection. */
    static void inTurn(Collection<Runnable> closings) {
        var failures = new ArrayList<RuntimeException>();
        for (var closing : closings) {
            try {
                closing.run();
            } catch (RuntimeException failure) {
                failures.add(failure);
            }
        }
        throwFirst(failures);
    }

    /** All at once, because each may take its time to end. */
    public static void atOnce(Collection<Runnable> closings) {
        var futures = new ArrayList<Future<?>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            closings.forEach(closing -> futures.add(threads.submit(closing)));
        }
        throwFirst(futures.stream()
                .filter(future -> future.state() == Future.State.FAILED)
                .map(Future::exceptionNow)
                .toList());
    }

    private static void throwFirst(List<? extends Throwable> failures) {
        if (failures.isEmpty()) {
            return;
        }
        var first = failures.getFirst();
        failures.stream().skip(1).forEach(first::addSuppressed);
        throw first instanceof RuntimeException exception ? exception : new IllegalStateException(first);
    }
}
