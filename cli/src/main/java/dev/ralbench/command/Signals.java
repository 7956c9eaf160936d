package dev.ralbench.command;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Turns Ctrl-C and SIGTERM into a call, so that a run can end decently, and a second one into another call. The JDK has
 * this only in {@code sun.misc.Signal}, a class that the compiler warns of and cannot be told not to; hence reflection.
 * Where it is missing, signals end the JVM as usual and the shutdown hook cleans up.
 */
final class Signals {
    private final AtomicReference<@Nullable ExitCode> received = new AtomicReference<>();

    /** Calls the action on every SIGINT and SIGTERM, on a thread of the JVM's. */
    void onSignal(Runnable action) {
        handle("INT", ExitCode.INTERRUPTED, action);
        handle("TERM", ExitCode.TERMINATED, action);
    }

    /** The exit code that the first signal asks for, if there was one. */
    Optional<ExitCode> received() {
        return Optional.ofNullable(received.get());
    }

    @SuppressWarnings("ReferenceEquality") // equals of a proxy: there is nothing but identity
    private void handle(String name, ExitCode exit, Runnable action) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) {
                received.compareAndSet(null, exit);
                action.run();
                return null;
            }
            return switch (method.getName()) {
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> arguments != null && arguments[0] == proxy;
                default -> "handler of SIG" + name;
            };
        };
        try {
            var signalType = Class.forName("sun.misc.Signal");
            var handlerType = Class.forName("sun.misc.SignalHandler");
            var proxy = Proxy.newProxyInstance(handlerType.getClassLoader(), new Class<?>[] {handlerType}, handler);
            signalType
                    .getMethod("handle", signalType, handlerType)
                    .invoke(null, signalType.getConstructor(String.class).newInstance(name), proxy);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // No such signal or no such class on this platform: the JVM's own handling stays.
        }
    }
}
