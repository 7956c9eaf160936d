package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service appends to its log, through one open descriptor, while the log is cut. */
class LogCutTest {
    private static final int MEBIBYTE = 1 << 20;
    private static final int LINE_BYTES = 64;

    @TempDir
    private Path directory;

    private Path path;
    private LogCut cut;
    private int lines;

    @BeforeEach
    void name() {
        path = directory.resolve("service.log");
        cut = new LogCut(path);
    }

    private OutputStream service() throws IOException {
        return Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Numbered lines of 64 bytes. */
    private void write(OutputStream service, int mebibytes) throws IOException {
        var text = new StringBuilder();
        for (int i = 0; i < mebibytes * (MEBIBYTE / LINE_BYTES); i++) {
            text.append(String.format("%08d ", lines++))
                    .repeat('x', LINE_BYTES - 10)
                    .append('\n');
        }
        service.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aLogOfUsualLengthStaysAsItIs() throws IOException {
        try (var service = service()) {
            write(service, 8);
            cut.holdToSize();
        }

        assertThat(path).hasSize(8 * MEBIBYTE);
    }

    @Test
    void aLongLogKeepsItsBeginningAndItsEndAndSaysHowMuchIsLeftOut() throws IOException {
        try (var service = service()) {
            write(service, 60);
            cut.holdToSize();
        }

        var kept = Files.readAllLines(path);
        assertThat(kept.getFirst()).startsWith("00000000 x");
        assertThat(kept.getLast()).startsWith(String.format("%08d x", lines - 1));
        assertThat(kept.stream().filter(line -> !line.matches("\\d{8} x{54}")))
                .containsExactly("... ralbench left out 57.0 MiB of this log here:"
                        + " it keeps the first and last of more than 8 MiB ...");
        assertThat(Files.size(path)).isBetween(3L * MEBIBYTE - 1000, 3L * MEBIBYTE + 1000);
    }

    @Test
    void whatTheServiceWritesAfterwardsFollowsAndLaterCutsAddUp() throws IOException {
        try (var service = service()) {
            write(service, 20);
            cut.holdToSize();
            write(service, 20);
            cut.holdToSize();
            service.write("last words\n".getBytes(StandardCharsets.UTF_8));
            cut.holdToSize();
        }

        assertThat(new LogFile(path).tail()).endsWith("last words");
        assertThat(Files.readAllLines(path).stream().filter(line -> line.startsWith("...")))
                .singleElement()
                .asString()
                .contains("left out 37.0 MiB");
        assertThat(Files.readAllLines(path).stream().filter(line -> line.matches("\\d{8} x{54}")))
                .isSorted()
                .hasSizeBetween(3 * MEBIBYTE / LINE_BYTES - 2, 3 * MEBIBYTE / LINE_BYTES + 2);
    }

    @Test
    void aLogWithoutLinesIsCutAllTheSame() throws IOException {
        try (var service = service()) {
            service.write(new byte[20 * MEBIBYTE]);
            cut.holdToSize();
        }

        assertThat(Files.size(path)).isBetween(3L * MEBIBYTE, 3L * MEBIBYTE + 1000);
    }

    @Test
    void aLogThatGrowsFastIsToBeLookedAtSoon() throws IOException {
        try (var service = service()) {
            write(service, 10);
            cut.holdToSize();
            assertThat(cut.isGrowingFast()).isTrue();
            cut.holdToSize();
            assertThat(cut.isGrowingFast()).as("it stands still").isFalse();
            write(service, 2);
            cut.holdToSize();
            assertThat(cut.isGrowingFast()).isTrue();
        }
    }

    @Test
    void aLogThatIsNotThereIsNotMade() {
        cut.holdToSize();

        assertThat(path).doesNotExist();
    }
}
