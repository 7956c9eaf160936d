package dev.ralbench.command;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Calls back on Ctrl-C, SIGTERM and the end of the terminal, so that a run can end gracefully. A second signal and a
 * resize have callbacks of their own. Works until closed. The JDK has this only in {@code sun.misc.Signal}; hence
 * reflection, because the compiler always warns of that class. Where it is missing, signals end the JVM as usual and
 * the shutdown hook cleans up.
 */
final class Signals implements AutoCloseable {
    private final AtomicReference<@Nullable ExitCode> received = new AtomicReference<>();
    private final List<Runnable> undo = new ArrayList<>();

    /** Calls the action on every SIGINT, SIGTERM and SIGHUP, on a thread of the JVM's. */
    void onSignal(Runnable action) {
        handle("INT", ending(ExitCode.INTERRUPTED, action));
        handle("TERM", ending(ExitCode.TERMINATED, action));
        handle("HUP", ending(ExitCode.HANGUP, action));
    }

    /** Calls the action whenever the terminal has got another size, on a thread of the JVM's. */
    void onResize(Runnable action) {
        handle("WINCH", action);
    }

    private Runnable ending(ExitCode exit, Runnable action) {
        return () -> {
            received.compareAndSet(null, exit);
            action.run();
        };
    }

    /** The exit code that the first signal asks for, if there was one. */
    Optional<ExitCode> received() {
        return Optional.ofNullable(received.get());
    }

    /** Restores the previous signal handlers. */
    @Override
    public void close() {
        undo.forEach(Runnable::run);
        undo.clear();
    }

    private void handle(String name, Runnable action) {
        try {
            var type = Class.forName("sun.misc.Signal");
            var handlerType = Class.forName("sun.misc.SignalHandler");
            var signal = type.getConstructor(String.class).newInstance(name);
            var handler = Proxy.newProxyInstance(
                    handlerType.getClassLoader(), new Class<?>[] {handlerType}, onHandle(name, action));
            var install = type.getMethod("handle", type, handlerType);
            var before = install.invoke(null, signal, handler);
            undo.add(() -> {
                try {
                    install.invoke(null, signal, before);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException("SIG" + name + " could be handled, but not given back", e);
                }
            });
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // No such signal or no such class on this platform: the JVM's own handling stays.
        }
    }

    @SuppressWarnings("ReferenceEquality") // equals of a proxy: there is nothing but identity
    private static InvocationHandler onHandle(String name, Runnable action) {
        return (proxy, method, arguments) -> switch (method.getName()) {
            case "handle" -> {
                action.run();
                yield null;
            }
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> arguments != null && arguments[0] == proxy;
            default -> "handler of SIG" + name;
        };
    }
}
