package dev.ralbench.process;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;

/**
 * The time that the scheduler lets a thread run in one go. A thread that asks for less than the others is served earlier
 * when it wakes up, and gets no more in total; no right is needed. Linux has it since 6.12.
 *
 * <p>The system call is made by the JDK's foreign functions, which are final since 22, while this class is compiled for
 * 21: hence by reflection. On an older JDK or kernel, or where the JVM may not call native code, slices stay as they are.
 */
public final class TimeSlice {
    /** The shortest one that the kernel allows, in nanoseconds. */
    private static final long SHORTEST_NANOS = 100_000;

    /** The numbers of {@code sched_setattr}; that of {@code sched_getattr} is the next one. */
    private static final Map<String, Long> SET_ATTRIBUTES = Map.of("amd64", 314L, "aarch64", 274L);

    /** {@code struct sched_attr}: size, policy, flags, niceness, priority, runtime, deadline, period. */
    private static final int BYTES = 48;

    private static final int POLICY = 4;
    private static final int RUNTIME = 24;
    private static final int POLICY_OTHER = 0;

    private static final Optional<MethodHandle> SYSTEM_CALL = systemCall();

    private TimeSlice() {}

    /** Whether this works here, for a thread like the calling one. */
    public static boolean canBeShortened() {
        return call(false);
    }

    /** Has the calling thread served as early as the kernel can; nothing where that does not work. */
    public static void shorten() {
        var unused = call(true);
    }

    /** @return whether the kernel has slices, and took the new one if there is one */
    private static boolean call(boolean isChange) {
        var set = SET_ATTRIBUTES.get(System.getProperty("os.arch", ""));
        if (SYSTEM_CALL.isEmpty() || set == null) {
            return false;
        }
        var attributes = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
        try {
            var segment = Class.forName("java.lang.foreign.MemorySegment")
                    .getMethod("ofBuffer", Buffer.class)
                    .invoke(null, attributes);
            var call = SYSTEM_CALL.get();
            // Niceness and flags stay as they are. Real-time threads have no slices; older kernels tell of none.
            if (!succeeds(call.invokeWithArguments(set + 1, 0L, segment, (long) BYTES, 0L))
                    || attributes.getInt(POLICY) != POLICY_OTHER
                    || attributes.getLong(RUNTIME) == 0) {
                return false;
            }
            attributes.putLong(RUNTIME, SHORTEST_NANOS);
            return !isChange || succeeds(call.invokeWithArguments(set, 0L, segment, 0L, 0L));
        } catch (Throwable notCallable) { // declared by method handles
            return false;
        }
    }

    private static boolean succeeds(Object result) {
        return result.equals(0L);
    }

    /** {@code long syscall(long number, long, void*, long, long)}; the last two are not used by every call. */
    private static Optional<MethodHandle> systemCall() {
        try {
            var module = TimeSlice.class.getModule();
            if (!Module.class.getMethod("isNativeAccessEnabled").invoke(module).equals(true)) {
                return Optional.empty(); // the JVM would print a warning, or refuse
            }
            var layout = Class.forName("java.lang.foreign.MemoryLayout");
            var values = Class.forName("java.lang.foreign.ValueLayout");
            var number = values.getField("JAVA_LONG").get(null);
            var address = values.getField("ADDRESS").get(null);
            var arguments = Array.newInstance(layout, 5);
            for (int at = 0; at < 5; at++) {
                Array.set(arguments, at, at == 2 ? address : number);
            }
            var descriptors = Class.forName("java.lang.foreign.FunctionDescriptor");
            var descriptor =
                    descriptors.getMethod("of", layout, arguments.getClass()).invoke(null, number, arguments);
            var linkers = Class.forName("java.lang.foreign.Linker");
            var linker = linkers.getMethod("nativeLinker").invoke(null);
            var lookup = linkers.getMethod("defaultLookup").invoke(linker);
            var found = (Optional<?>) Class.forName("java.lang.foreign.SymbolLookup")
                    .getMethod("find", String.class)
                    .invoke(lookup, "syscall");
            var options = Array.newInstance(Class.forName("java.lang.foreign.Linker$Option"), 0);
            return found.isEmpty()
                    ? Optional.empty()
                    : Optional.of((MethodHandle) linkers.getMethod(
                                    "downcallHandle",
                                    Class.forName("java.lang.foreign.MemorySegment"),
                                    descriptors,
                                    options.getClass())
                            .invoke(linker, found.get(), descriptor, options));
        } catch (ReflectiveOperationException | RuntimeException older) {
            return Optional.empty();
        }
    }
}
