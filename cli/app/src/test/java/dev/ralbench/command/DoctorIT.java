package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Starters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code doctor} finds in a cache of its own; it looks for a Docker engine, too, which may take seconds. */
class DoctorIT {
    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void openAShell() {
        shell = new Shell(Map.of("RALBENCH_CACHE", directory.toString()));
    }

    @Test
    @Disturbance(value = "doctor and a damaged cache", then = "named and removed")
    void aDamagedPartOfTheCacheIsNamedAndRemoved() throws Exception {
        var cache = new UserCache(directory);
        var part = new CachePart(
                "aot/1",
                "the start-up cache of my service",
                "making it",
                place -> true,
                work -> Files.writeString(work.resolve("cache.aot"), "whole"));
        var place = new CacheParts(cache, Starters.directories(cache), note -> {}).get(part);
        assertThat(shell.execute("doctor").out()).contains("1 whole, every byte as it was made");

        Files.writeString(place.resolve("cache.aot"), "who");

        assertThat(shell.execute("doctor").out())
                .contains("note  cached parts     the start-up cache of my service was damaged and has been removed")
                .contains("the next run makes it again");
        assertThat(place).doesNotExist();
        assertThat(shell.execute("doctor").out()).doesNotContain("damaged");
    }

    @Test
    @Disturbance(value = "doctor --clean and start-up caches of earlier versions", then = "removed")
    void startUpCachesOfEarlierVersionsAreRemoved() throws Exception {
        var old = Files.writeString(
                Files.createDirectories(directory.resolve("aot")).resolve("0123456789abcdef.aot"), "x");
        var remark = Files.writeString(old.resolveSibling("0123456789abcdef.none"), "");

        assertThat(shell.execute("doctor").out())
                .contains("start-up cache of an earlier version [" + old + "]", "doctor --clean");
        assertThat(shell.execute("doctor", "--clean").out())
                .contains("removed: start-up cache of an earlier version [" + old + "]");

        assertThat(old).doesNotExist();
        assertThat(remark).exists();
    }

    @Test
    @Disturbance(value = "doctor --clean and old logs", then = "removed")
    void oldLogsAreRemovedWithTheRest() throws Exception {
        var logs = Files.createDirectories(directory.resolve("logs"));
        var old = Files.writeString(logs.resolve("999999999-1-1-1-mysql-load.log"), "x");
        var fresh = Files.writeString(logs.resolve("999999999-1-1-2-mysql-load.log"), "x");
        Files.setLastModifiedTime(old, FileTime.from(Clock.systemUTC().instant().minus(Duration.ofDays(2))));

        assertThat(shell.execute("doctor").out())
                .contains("log [" + old + "]", "doctor --clean")
                .doesNotContain(fresh.toString());
        assertThat(shell.execute("doctor", "--clean").out()).contains("removed: log [" + old + "]");

        assertThat(logs).isDirectoryNotContaining(old::equals).isDirectoryContaining(fresh::equals);
    }
}
