package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import dev.ralbench.Failure;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names are taken without a file that a reader of all results would find. */
class RunNamesTest {
    private static final Instant NOW = Instant.parse("2026-11-22T09:36:22.5Z");

    @TempDir
    private Path directory;

    @Test
    void aReservedNameIsNoFileAmongTheResults() throws IOException {
        var names = RunNames.reserve(directory, NOW, "delay-200");

        assertThat(names.runId()).isEqualTo("20261122T093622Z-delay-200");
        assertThat(names.resultPath()).isEqualTo(directory.resolve("20261122T093622Z-delay-200.json"));
        assertThat(results()).isEmpty();
    }

    @Test
    @Disturbance(value = "two runs in the same second", then = "files of their own")
    void runsOfTheSameSecondHaveDifferentNames() {
        var first = RunNames.reserve(directory, NOW, "delay-200");
        var second = RunNames.reserve(directory, NOW, "delay-200");
        var third = RunNames.reserve(directory, NOW, "delay-200");

        assertThat(List.of(first.runId(), second.runId(), third.runId())).doesNotHaveDuplicates();
        assertThat(second.runId()).isEqualTo("20261122T093622Z-delay-200-2");
    }

    @Test
    void aResultWithoutLogsKeepsItsName() throws IOException {
        Files.writeString(directory.resolve("20261122T093622Z-delay-200.json"), "{}");

        assertThat(RunNames.reserve(directory, NOW, "delay-200").runId()).isEqualTo("20261122T093622Z-delay-200-2");
    }

    @Test
    void aLinkOfTheUsersOwnIsFollowed() throws IOException {
        var elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createSymbolicLink(directory.resolve("logs"), elsewhere);

        assertThat(RunNames.reserve(directory, NOW, "delay-200").logDirectory().toRealPath())
                .startsWith(elsewhere.toRealPath());
    }

    @Test
    @Disturbance(
            value = "another user has made a link of the directory for logs",
            then = "refused, nothing is made there")
    void aLinkOfAnotherUserIsNotFollowed(@TempDir Path elsewhere) throws IOException {
        var link = Files.createSymbolicLink(directory.resolve("logs"), elsewhere);
        assumeThatCode(() -> Files.setAttribute(link, "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS))
                .as("nothing was tried: only root can give a link to another user")
                .doesNotThrowAnyException();

        for (var names : List.<ThrowingCallable>of(
                () -> RunNames.reserve(directory, NOW, "delay-200"),
                () -> RunNames.of(NOW, "delay-200", directory.resolve("mine.json")))) {
            assertThatExceptionOfType(Failure.class)
                    .isThrownBy(names)
                    .satisfies(failure -> assertThat(failure.what()).isEqualTo("no logs can be written to " + link))
                    .satisfies(failure -> assertThat(failure.why()).contains("a link of another user (id 65534)"));
        }
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void aNameIsGivenBackWhereNothingWasWrittenUnderIt() throws IOException {
        var names = RunNames.reserve(directory, NOW, "delay-200");

        RunNames.release(names.logDirectory());

        assertThat(RunNames.reserve(directory, NOW, "delay-200")).isEqualTo(names);
        Files.writeString(names.logDirectory().resolve("target.log"), "listening");
        RunNames.release(names.logDirectory());
        assertThat(names.logDirectory().resolve("target.log")).exists();
    }

    @Test
    @Disturbance(value = "two runs in the same second, each with a result file of its own", then = "logs of their own")
    void runsOfTheSameSecondWithNamesOfTheUsersHaveDifferentLogs() {
        var first = RunNames.of(NOW, "delay-200", directory.resolve("first.json"));
        var second = RunNames.of(NOW, "delay-200", directory.resolve("second.json"));

        assertThat(first.logDirectory())
                .hasParentRaw(directory.resolve("logs"))
                .isNotEqualTo(second.logDirectory())
                .doesNotExist();
    }

    @Test
    void theUsersOwnNameIsNotTakenFromAnotherRun() throws IOException {
        var own = directory.resolve("mine.json");

        var names = RunNames.of(NOW, "delay-200", own);

        assertThat(names.resultPath()).isEqualTo(own).doesNotExist();
        assertThat(results()).isEmpty();
        Files.writeString(own, "{}");
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> RunNames.of(NOW, "delay-200", own))
                .satisfies(failure -> assertThat(failure.what()).isEqualTo(own + " exists already"));
    }

    private List<Path> results() throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> Optional.ofNullable(file.getFileName())
                            .filter(name -> name.toString().endsWith(".json"))
                            .isPresent())
                    .toList();
        }
    }
}
