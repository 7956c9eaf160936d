package dev.ralbench.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The model of this machine's CPU, by which measured values are kept. */
public final class CpuModel {
    private CpuModel() {}

    /** The model of this machine's CPU, in the kernel's words. */
    public static String ofThisMachine() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
