package dev.ralbench.testing;

import dev.ralbench.measurement.GeneratorGauges;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.MachineCpu;
import java.util.Optional;

/** What a generator used that had all it needed. */
public final class Usages {
    private static final int PROCESSORS = 2;

    /** Of a generator that nothing is in the way of. */
    public static final GeneratorGauges UNHINDERED = new GeneratorGauges(
            new GeneratorGauges.ThreadWaits(
                    Optional.of(0.01),
                    Optional.of(1.2),
                    Optional.of(0.4),
                    Optional.of(0.1),
                    Optional.of(0.003),
                    Optional.of(0.0)),
            new GeneratorGauges.Memory(Optional.of(0L), Optional.of(0L), Optional.of(0.0)),
            new GeneratorGauges.Supplies(
                    Optional.of(12L), Optional.of(28_232L), Optional.of(19_800L), Optional.of(0.1)));

    private Usages() {}

    /** In a window of so many seconds. */
    public static GeneratorUsage calm(double seconds) {
        return of(seconds, 0.4, 0.71);
    }

    /**
     * With so much to do.
     *
     * @param cores that the generator used
     * @param busy share of the whole machine
     */
    public static GeneratorUsage of(double seconds, double cores, double busy) {
        return new GeneratorUsage(
                seconds,
                seconds * cores,
                new GeneratorUsage.MachineLoad(busy, PROCESSORS, Optional.of(0.004), Optional.of(0L), Optional.of(0.0)),
                new GeneratorUsage.GeneratorJvm(
                        Optional.of(1_048_576L),
                        Optional.of(0.002),
                        Optional.of(Distributions.between(Math.round(seconds * 100), 0.02, 0.2))),
                Optional.of(UNHINDERED),
                Optional.empty(),
                Optional.of(new MachineCpu(PROCESSORS, seconds * cores, Optional.of(0.0))));
    }

    /** With something in its way. */
    public static GeneratorUsage gauged(GeneratorUsage usage, GeneratorGauges gauges) {
        return Copy.of(usage).with("gauges", Optional.of(gauges)).made();
    }

    /** On a machine that others take time and memory from. */
    public static GeneratorUsage disturbed(GeneratorUsage usage, double stealShare, long swappedPages) {
        return Copy.of(usage)
                .with("machine.stealShare", Optional.of(stealShare))
                .with("machine.swappedPages", Optional.of(swappedPages))
                .made();
    }

    /** By its control group, its own heap, its event loops. */
    public static GeneratorUsage hampered(
            GeneratorUsage usage, double throttledSeconds, double collectionSeconds, LatencyDistribution loopLag) {
        return Copy.of(usage)
                .with("machine.throttledSeconds", Optional.of(throttledSeconds))
                .with("jvm.collectionSeconds", Optional.of(collectionSeconds))
                .with("jvm.loopLag", Optional.of(loopLag))
                .made();
    }

    /** With CPUs of its own, of which others took so much. */
    public static GeneratorUsage withOtherWork(GeneratorUsage usage, double share) {
        return Copy.of(usage).with("otherWorkShare", Optional.of(share)).made();
    }

    /** On a machine whose programs took so much. */
    public static GeneratorUsage on(GeneratorUsage usage, MachineCpu machine) {
        return Copy.of(usage).with("machineCpu", Optional.of(machine)).made();
    }
}
