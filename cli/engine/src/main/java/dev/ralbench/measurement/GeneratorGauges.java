package dev.ralbench.measurement;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * What stood in the load generator's way in one window. Whatever the kernel or the JVM does not tell is empty.
 *
 * @param queuedSeconds that an event loop was ready to run and waited for a CPU; of the loop that waited longest
 * @param loopCpuSeconds that this event loop ran
 * @param standstillMillis the longest time in which no thread of ralbench came to run
 * @param standstillQueuedMillis of that time, how long others had the CPU
 * @param safepointSeconds that ralbench's JVM let its threads stand still, for garbage collections or anything else
 * @param clockStepMillis the largest step of the wall clock against the monotonic one; negative where it was set back
 * @param majorFaults pages of ralbench that had to be read from a disk
 * @param ownSwapBytes of ralbench's memory that lay in swap space, at most
 * @param memoryStallSeconds in which some task of the machine waited for memory
 * @param timeWaitSockets connections of the whole network namespace in TIME_WAIT, at most; each keeps its local port
 * @param localPorts that the kernel gives to connections which do not ask for one, at all addresses where they begin
 * @param descriptorsLeft file descriptors that ralbench could still open, at least; negative where the limit was lowered
 *     below those that it has
 * @param heapShare how much of ralbench's heap for lasting objects was full after a collection of it, 0 to 1, at most
 */
public record GeneratorGauges(
        Optional<Double> queuedSeconds,
        Optional<Double> loopCpuSeconds,
        Optional<Double> standstillMillis,
        Optional<Double> standstillQueuedMillis,
        Optional<Double> safepointSeconds,
        Optional<Double> clockStepMillis,
        Optional<Long> majorFaults,
        Optional<Long> ownSwapBytes,
        Optional<Double> memoryStallSeconds,
        Optional<Long> timeWaitSockets,
        Optional<Long> localPorts,
        Optional<Long> descriptorsLeft,
        Optional<Double> heapShare) {

    /** Both windows together. What is known of one only is known of neither. */
    public GeneratorGauges plus(GeneratorGauges other) {
        return new GeneratorGauges(
                both(queuedSeconds, other.queuedSeconds, Double::sum),
                both(loopCpuSeconds, other.loopCpuSeconds, Double::sum),
                both(standstillMillis, other.standstillMillis, Math::max),
                longer(other).standstillQueuedMillis,
                both(safepointSeconds, other.safepointSeconds, Double::sum),
                both(
                        clockStepMillis,
                        other.clockStepMillis,
                        BinaryOperator.maxBy(Comparator.<Double>comparingDouble(Math::abs))),
                both(majorFaults, other.majorFaults, Long::sum),
                both(ownSwapBytes, other.ownSwapBytes, Math::max),
                both(memoryStallSeconds, other.memoryStallSeconds, Double::sum),
                both(timeWaitSockets, other.timeWaitSockets, Math::max),
                localPorts,
                both(descriptorsLeft, other.descriptorsLeft, Math::min),
                both(heapShare, other.heapShare, Math::max));
    }

    /** The one that stood still for longer. */
    private GeneratorGauges longer(GeneratorGauges other) {
        return other.standstillMillis.orElse(0.0) > standstillMillis.orElse(0.0) ? other : this;
    }

    private static <T> Optional<T> both(Optional<T> mine, Optional<T> theirs, BinaryOperator<T> plus) {
        return mine.flatMap(one -> theirs.map(two -> plus.apply(one, two)));
    }
}
