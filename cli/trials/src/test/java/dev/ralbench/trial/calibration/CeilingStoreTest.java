package dev.ralbench.trial.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.UserCache;
import dev.ralbench.result.RunResult.Ceiling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ceilings in files of the cache. */
class CeilingStoreTest {
    private static final Instant THEN = Instant.parse("2026-11-28T10:15:30Z");
    private static final TreeMap<String, String> LOAD =
            new TreeMap<>(Map.of("cpu", "A CPU: fast", "load", "busy, 64 connections", "build", "1"));
    private static final Ceiling CEILING =
            new Ceiling(64, 123_456.75, Optional.of(0.25), Optional.empty(), Optional.of(THEN));

    @TempDir
    private Path directory;

    private CeilingStore store;

    @BeforeEach
    void open() {
        store = new CeilingStore(new UserCache(directory));
    }

    private static TreeMap<String, String> with(String name, String value) {
        var other = new TreeMap<>(LOAD);
        other.put(name, value);
        return other;
    }

    private Path file() throws IOException {
        return files().getFirst();
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(directory.resolve("ceilings"))) {
            return files.toList();
        }
    }

    @Test
    void findsWhatItKept() {
        assertThat(store.find(LOAD)).isEmpty();

        store.keep(LOAD, CEILING, THEN);

        assertThat(store.find(LOAD)).contains(CEILING);
        assertThat(new CeilingStore(new UserCache(directory)).find(LOAD)).contains(CEILING);
    }

    @Test
    void aCeilingOfAnotherMachineOrLoadIsNotThisOne() {
        store.keep(LOAD, CEILING, THEN);

        assertThat(store.find(with("cpu", "another"))).isEmpty();
        assertThat(store.find(with("load", "busy, 63 connections"))).isEmpty();
        assertThat(store.find(with("more", "x"))).isEmpty();
    }

    @Test
    void theNextBuildTakesThePlaceOfTheOldOne() throws IOException {
        store.keep(LOAD, CEILING, THEN);
        assertThat(store.find(with("build", "2"))).isEmpty();

        store.keep(with("build", "2"), CEILING, THEN);

        assertThat(store.find(LOAD)).isEmpty();
        assertThat(files()).hasSize(1);
    }

    /** Whole, so that the file of another machine with the same name would count for nothing. */
    @Test
    void aFileThatWasCopiedFromElsewhereIsIgnored() throws IOException {
        store.keep(LOAD, CEILING, THEN);
        var foreign = with("cpu", "another");
        store.keep(foreign, CEILING, THEN);
        var own = store.find(LOAD);
        var names = files();

        Files.copy(names.get(0), names.get(1), StandardCopyOption.REPLACE_EXISTING);

        assertThat(own).isPresent();
        assertThat(List.of(store.find(LOAD).isPresent(), store.find(foreign).isPresent()))
                .containsExactlyInAnyOrder(true, false);
    }

    @Test
    void anyDamageMakesAFileCountForNothing() throws IOException {
        store.keep(LOAD, CEILING, THEN);
        var whole = Files.readString(file());
        for (int cut = 0; cut < whole.length() - 1; cut++) {
            Files.writeString(file(), whole.substring(0, cut));
            assertThat(store.find(LOAD)).as("cut after %d", cut).isEmpty();
        }
        Files.writeString(file(), whole.replace("123456.75", "923456.75"));
        assertThat(store.find(LOAD)).isEmpty();
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThat(store.find(LOAD)).isEmpty();
        Files.writeString(file(), whole);
        assertThat(store.find(LOAD)).contains(CEILING);
    }

    @Test
    void whatIsForgottenIsGone() throws IOException {
        store.keep(LOAD, CEILING, THEN);

        store.forget(LOAD);
        store.forget(LOAD);

        assertThat(store.find(LOAD)).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void aCacheThatCannotBeWrittenCostsNoRun() throws IOException {
        Files.writeString(directory.resolve("ceilings"), "a file in the place of the directory");

        store.keep(LOAD, CEILING, THEN);
        store.forget(LOAD);

        assertThat(store.find(LOAD)).isEmpty();
    }
}
