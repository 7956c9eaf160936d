package dev.ralbench.scenario;

import dev.ralbench.ResourceLimits;
import dev.ralbench.yaml.DecimalSyntax;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.SizeSyntax;

/** Reads {@code limits} of a target. */
final class LimitsReader {
    private static final NumberSyntax COUNT = new NumberSyntax(1, 1_000_000);
    private static final SizeSyntax MEMORY = new SizeSyntax(1 << 20);
    /** The shortest time on the CPU that the kernel takes is 1 of 100 ms. */
    private static final DecimalSyntax CPUS = new DecimalSyntax(0.01, 1024, false);

    private LimitsReader() {}

    static ResourceLimits read(Section target) {
        var limits = target.section("limits");
        return new ResourceLimits(
                limits.find("threads", COUNT).map(Math::toIntExact),
                limits.find("openFiles", COUNT).map(Math::toIntExact),
                limits.find("memory", MEMORY),
                limits.find("cpus", CPUS));
    }
}
