package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HsPerfDataTest {
    private static final int PROLOGUE = 32;
    private static final int ENTRY = 20;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void countersOfBothByteOrdersAreRead(boolean littleEndian) {
        var data = HsPerfData.parse(g1(littleEndian)).orElseThrow();

        assertThat(data.number("java.threads.livePeak")).isEqualTo(79);
        assertThat(data.texts()).containsEntry("sun.gc.collector.0.name", "G1 young collection pauses");
        assertThat(data.number("not there")).isZero();
    }

    @Test
    void pausesWithinAConcurrentCycleAreTimeButNoCollections() {
        var totals = CollectionTotals.of(HsPerfData.parse(g1(true)).orElseThrow());

        assertThat(totals.count()).isEqualTo(30 + 1);
        assertThat(totals.millis()).isCloseTo(120 + 14 + 2, within(0.001));
    }

    @Test
    void otherFilesAndIncompleteOnesAreNothing(@TempDir Path directory) throws Exception {
        var truncated = java.util.Arrays.copyOf(g1(true), 100);
        var file = Files.write(directory.resolve("4711"), truncated);

        assertThat(HsPerfData.read(file)).isEmpty();
        assertThat(HsPerfData.parse(new byte[64])).isEmpty();
        assertThat(HsPerfData.parse(new byte[3])).isEmpty();
        assertThat(HsPerfData.read(directory.resolve("none"))).isEmpty();
    }

    private static byte[] g1(boolean littleEndian) {
        var file = new PerfFile(littleEndian);
        file.number("sun.os.hrt.frequency", 1_000_000_000);
        file.number("java.threads.livePeak", 79);
        file.collector(0, "G1 young collection pauses", 30, 120_000_000);
        file.collector(1, "G1 full collection pauses", 1, 14_000_000);
        file.collector(2, "G1 concurrent cycle pauses", 4, 2_000_000);
        return file.bytes();
    }

    /** Writes what HotSpot's perfMemory.cpp writes. */
    private static final class PerfFile {
        private final ByteBuffer buffer = ByteBuffer.allocate(4096);
        private int entries;

        PerfFile(boolean littleEndian) {
            buffer.putInt(0, 0xcafec0c0).put(4, (byte) (littleEndian ? 1 : 0)).put(5, (byte) 2);
            buffer.order(littleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            buffer.putInt(24, PROLOGUE).position(PROLOGUE);
        }

        void collector(int number, String name, long count, long nanos) {
            var prefix = "sun.gc.collector." + number + ".";
            text(prefix + "name", name);
            number(prefix + "invocations", count);
            number(prefix + "time", nanos);
        }

        void number(String name, long value) {
            entry(
                    name,
                    0,
                    'J',
                    ByteBuffer.allocate(8).order(buffer.order()).putLong(value).array());
        }

        void text(String name, String value) {
            var bytes = (value + "\0").getBytes(StandardCharsets.US_ASCII);
            entry(name, bytes.length, 'B', bytes);
        }

        private void entry(String name, int elements, char type, byte[] data) {
            var nameBytes = (name + "\0").getBytes(StandardCharsets.US_ASCII);
            int dataAt = (ENTRY + nameBytes.length + 7) / 8 * 8;
            int length = (dataAt + data.length + 7) / 8 * 8;
            int start = buffer.position();
            buffer.putInt(length).putInt(ENTRY).putInt(elements);
            buffer.put((byte) type).put((byte) 0).put((byte) 1).put((byte) 4).putInt(dataAt);
            buffer.put(nameBytes).position(start + dataAt).put(data).position(start + length);
            entries++;
        }

        byte[] bytes() {
            return buffer.putInt(28, entries).array();
        }
    }
}
