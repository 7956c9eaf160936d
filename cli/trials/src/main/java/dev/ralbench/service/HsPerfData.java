package dev.ralbench.service;

import dev.ralbench.process.ProcFs;
import dev.ralbench.process.StatusFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The counters that HotSpot keeps in a memory-mapped file: reading them costs the JVM nothing. Layout (version 2.0):
 * {@code perfMemory.hpp} and {@code perfData.cpp} of OpenJDK, or {@code sun.jvmstat.perfdata.monitor.v2_0}.
 */
record HsPerfData(Map<String, Long> numbers, Map<String, String> texts) {
    private static final int MAGIC = 0xcafec0c0;
    private static final int HEADER_BYTES = 32;
    /** The JVM's own is 32 KiB, unless it is told otherwise; a service may put anything there. */
    private static final long MOST_BYTES = 16 << 20;

    /** Its fixed fields; name and value follow. */
    private static final int SHORTEST_ENTRY = 20;

    HsPerfData {
        numbers = Map.copyOf(numbers);
        texts = Map.copyOf(texts);
    }

    /** The file of a JVM; also for one in a container, which has another id there. */
    static Optional<Path> find(ProcFs proc, long pid) {
        var name = proc.status(pid).map(StatusFile::innermostPid).orElse("none");
        var directory = proc.fileSystemOf(pid).resolve("tmp");
        try (var users = Files.newDirectoryStream(directory, "hsperfdata_*")) {
            for (var user : users) {
                if (Files.isReadable(user.resolve(name))) {
                    return Optional.of(user.resolve(name));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Ended, or not ours to look into: the same as having none.
        }
        return Optional.empty();
    }

    static Optional<HsPerfData> read(Path file) {
        try {
            return Files.size(file) > MOST_BYTES ? Optional.empty() : parse(Files.readAllBytes(file));
        } catch (IOException e) {
            return Optional.empty(); // the JVM removes it when it ends
        }
    }

    /** Empty if the bytes are something else, or not all of it: it is incomplete while the JVM begins. */
    static Optional<HsPerfData> parse(byte[] bytes) {
        try {
            return entries(bytes);
        } catch (IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private static Optional<HsPerfData> entries(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_BYTES || buffer.getInt(0) != MAGIC) {
            return Optional.empty();
        }
        buffer.order(buffer.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        var numbers = new HashMap<String, Long>();
        var texts = new HashMap<String, String>();
        int entry = buffer.getInt(24);
        for (int left = buffer.getInt(28); left > 0; left--) {
            int length = buffer.getInt(entry);
            if (length < SHORTEST_ENTRY) {
                return Optional.empty(); // the same one again and again
            }
            var name = text(bytes, entry + buffer.getInt(entry + 4));
            int elements = buffer.getInt(entry + 8);
            byte type = buffer.get(entry + 12);
            int data = entry + buffer.getInt(entry + 16);
            if (type == 'J' && elements == 0) {
                numbers.put(name, buffer.getLong(data));
            } else if (type == 'B') {
                texts.put(name, text(bytes, data));
            }
            entry += length;
        }
        return Optional.of(new HsPerfData(numbers, texts));
    }

    long number(String name) {
        return numbers.getOrDefault(name, 0L);
    }

    private static String text(byte[] bytes, int start) {
        int end = start;
        while (bytes[end] != 0) {
            end++;
        }
        return new String(bytes, start, end - start, StandardCharsets.US_ASCII);
    }
}
