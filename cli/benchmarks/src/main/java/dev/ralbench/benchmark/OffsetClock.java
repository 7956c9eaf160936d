package dev.ralbench.benchmark;

import dev.ralbench.benchmark.Fault.Start;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A wall clock that can be set for one process, by a library that is preloaded into it. */
final class OffsetClock {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Path library;
    private final Path offset;

    OffsetClock(Path directory) {
        this.library = directory.resolve("clock-offset.so");
        this.offset = directory.resolve("clock-offset");
    }

    Start start() {
        try {
            write(0);
            compile();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the clock cannot be made; it needs gcc", e);
        }
        return new Start(
                List.of(), Map.of("LD_PRELOAD", library.toString(), "CLOCK_OFFSET_FILE", offset.toString()), true);
    }

    private void compile() throws IOException, InterruptedException {
        var source = Path.of(System.getProperty("ralbench.home"), "cli/benchmarks/clock-offset.c");
        var gcc = new ProcessBuilder("gcc", "-O2", "-shared", "-fPIC", "-o", library.toString(), source.toString())
                .inheritIO()
                .start();
        if (gcc.waitFor() != 0) {
            throw new IOException("gcc ended with " + gcc.exitValue());
        }
    }

    FaultInjection step(long millis) {
        return running -> {
            write(Math.round(millis * NANOS_PER_MILLI));
            var unused = running.ralbench().waitFor();
            write(0);
        };
    }

    private void write(long nanos) throws IOException {
        var bytes = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(nanos)
                .array();
        if (Files.exists(offset)) {
            try (var file = new RandomAccessFile(offset.toFile(), "rw")) {
                file.write(bytes); // in place: it is mapped
            }
        } else {
            Files.write(offset, bytes);
        }
    }
}
