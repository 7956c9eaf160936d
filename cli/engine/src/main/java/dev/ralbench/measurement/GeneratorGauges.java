package dev.ralbench.measurement;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Obstacles of the load generator in one window. Figures that the kernel or the JVM does not report are empty; for two
 * windows together, a figure is known only if both have it.
 *
 * @param waits its threads' time off the CPU
 * @param memory its waits for memory
 * @param supplies its limited resources
 */
public record GeneratorGauges(ThreadWaits waits, Memory memory, Supplies supplies) {

    /**
     * When the generator's threads did not run.
     *
     * @param queuedSeconds that an event loop was ready to run and waited for a CPU; of the loop that waited longest, which
     *     may be another one in each of several windows
     * @param loopCpuSeconds that this event loop ran; others may have run for longer
     * @param standstillMillis the longest time in which no thread of ralbench came to run
     * @param standstillQueuedMillis of that time, how long others had the CPU
     * @param safepointSeconds that ralbench's JVM let its threads stand still, for garbage collections or anything else
     * @param clockStepMillis the largest step of the wall clock against the monotonic one; negative if it was set back
     */
    public record ThreadWaits(
            Optional<Double> queuedSeconds,
            Optional<Double> loopCpuSeconds,
            Optional<Double> standstillMillis,
            Optional<Double> standstillQueuedMillis,
            Optional<Double> safepointSeconds,
            Optional<Double> clockStepMillis) {

        ThreadWaits plus(ThreadWaits other) {
            return new ThreadWaits(
                    KnownOfBoth.of(queuedSeconds, other.queuedSeconds, Double::sum),
                    KnownOfBoth.of(loopCpuSeconds, other.loopCpuSeconds, Double::sum),
                    KnownOfBoth.of(standstillMillis, other.standstillMillis, Math::max),
                    longer(other).standstillQueuedMillis,
                    KnownOfBoth.of(safepointSeconds, other.safepointSeconds, Double::sum),
                    KnownOfBoth.of(
                            clockStepMillis,
                            other.clockStepMillis,
                            BinaryOperator.maxBy(Comparator.<Double>comparingDouble(Math::abs))));
        }

        /** The one that stood still for longer. */
        private ThreadWaits longer(ThreadWaits other) {
            return other.standstillMillis.orElse(0.0) > standstillMillis.orElse(0.0) ? other : this;
        }
    }

    /**
     * The generator's waits for memory.
     *
     * @param majorFaults pages of ralbench that had to be read from a disk
     * @param ownSwapBytes of ralbench's memory that lay in swap space, at most
     * @param memoryStallSeconds in which some task of the machine waited for memory
     */
    public record Memory(Optional<Long> majorFaults, Optional<Long> ownSwapBytes, Optional<Double> memoryStallSeconds) {
        Memory plus(Memory other) {
            return new Memory(
                    KnownOfBoth.of(majorFaults, other.majorFaults, Long::sum),
                    KnownOfBoth.of(ownSwapBytes, other.ownSwapBytes, Math::max),
                    KnownOfBoth.of(memoryStallSeconds, other.memoryStallSeconds, Double::sum));
        }
    }

    /**
     * Limited resources of the generator.
     *
     * @param timeWaitSockets connections of the whole network namespace in TIME_WAIT, at most; each keeps its local port
     * @param localPorts that the kernel gives to connections which do not ask for one, at all local addresses
     * @param descriptorsLeft file descriptors that ralbench could still open, at least; negative if the limit was
     *     lowered below those that it has
     * @param heapShare how much of ralbench's heap for lasting objects was full after a collection of it, 0 to 1, at most
     */
    public record Supplies(
            Optional<Long> timeWaitSockets,
            Optional<Long> localPorts,
            Optional<Long> descriptorsLeft,
            Optional<Double> heapShare) {
        Supplies plus(Supplies other) {
            return new Supplies(
                    KnownOfBoth.of(timeWaitSockets, other.timeWaitSockets, Math::max),
                    localPorts,
                    KnownOfBoth.of(descriptorsLeft, other.descriptorsLeft, Math::min),
                    KnownOfBoth.of(heapShare, other.heapShare, Math::max));
        }
    }

    /** Both windows together. */
    public GeneratorGauges plus(GeneratorGauges other) {
        return new GeneratorGauges(waits.plus(other.waits), memory.plus(other.memory), supplies.plus(other.supplies));
    }
}
