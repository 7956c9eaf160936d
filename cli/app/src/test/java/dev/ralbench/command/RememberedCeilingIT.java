package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.UserCache;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.FaultyServer.Behaviour;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generator's limit is measured by the first run of a load, and known to the next ones. */
@Alone
class RememberedCeilingIT {
    private static final Behaviour AFTER_10_MILLIS = (number, exchange) -> {
        exchange.pause(Duration.ofMillis(10));
        exchange.ok();
    };

    @TempDir
    private Path directory;

    private int runs;

    private RunResult run(FaultyServer server, String... options) {
        var file = directory.resolve("result-" + ++runs + ".json");
        var words = new ArrayList<>(List.of("run", server.url() + "/work", "-d", "1s", "-o", file.toString()));
        words.addAll(List.of(options));
        var outcome =
                Shell.remembering(new UserCache(directory.resolve("cache"))).execute(words.toArray(String[]::new));
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        ResultSchema.assertKeptBy(file);
        return ResultFile.read(file);
    }

    private static RunResult.Ceiling ceiling(RunResult run) {
        return run.generator().ceiling().orElseThrow();
    }

    private List<Path> kept() throws IOException {
        try (var files = Files.list(directory.resolve("cache/ceilings"))) {
            return files.toList();
        }
    }

    @Test
    void theSecondRunKnowsWhatTheFirstOneMeasured() {
        try (var server = new FaultyServer(AFTER_10_MILLIS)) {
            var first = run(server, "-u", "4");
            var second = run(server, "-u", "4");
            var asked = run(server, "-u", "4", "--calibrate");
            var otherLoad = run(server, "-u", "8");

            assertThat(ceiling(first).rememberedFrom()).isEmpty();
            assertThat(ceiling(second).requestsPerSecond())
                    .isEqualTo(ceiling(first).requestsPerSecond());
            assertThat(ceiling(second).rememberedFrom())
                    .hasValueSatisfying(then -> assertThat(then)
                            .isBeforeOrEqualTo(second.origin().startedAt())
                            .isAfter(first.origin().startedAt().minus(Duration.ofMinutes(5))));
            assertThat(ceiling(asked).rememberedFrom()).isEmpty();
            assertThat(ceiling(otherLoad).rememberedFrom()).isEmpty();
        }
    }

    @Test
    void aDamagedOrForeignFileIsMeasuredAgain() throws IOException {
        try (var server = new FaultyServer(AFTER_10_MILLIS)) {
            var unused = run(server, "-u", "4");
            var file = kept().getFirst();
            var whole = Files.readString(file);
            Files.writeString(file, whole.substring(0, whole.length() / 2));
            var afterDamage = run(server, "-u", "4");
            assertThat(Files.readString(file)).isNotEqualTo(whole).contains("requestsPerSecond: ");
            var other = run(server, "-u", "8");
            var foreign = kept().stream()
                    .filter(each -> !each.equals(file))
                    .findFirst()
                    .orElseThrow();
            Files.copy(foreign, file, StandardCopyOption.REPLACE_EXISTING);
            var afterCopy = run(server, "-u", "4");

            assertThat(ceiling(afterDamage).rememberedFrom()).isEmpty();
            assertThat(ceiling(other).rememberedFrom()).isEmpty();
            assertThat(ceiling(afterCopy).rememberedFrom()).isEmpty();
            assertThat(ceiling(run(server, "-u", "4")).rememberedFrom()).isPresent();
        }
    }
}
