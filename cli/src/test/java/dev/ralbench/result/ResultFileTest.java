package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ralbench.Failure;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.ResultSchema;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.TurnResults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultFileTest {
    @TempDir
    private Path folder;

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreTheLocale() {
        Locale.setDefault(before);
    }

    static List<RunResult> results() {
        return List.of(
                Results.started(),
                Results.small(),
                Results.delay200(),
                Results.delay200(3),
                Results.troubled(),
                Results.searched(Results.delay200(), Map.of("p99", "<=300ms")),
                CountedResults.fanOut(1));
    }

    @ParameterizedTest
    @MethodSource("results")
    void whatIsWrittenIsReadBackEqual(RunResult run) {
        var file = ResultFile.create(folder.resolve("run.json"), Results.started());
        file.write(run);

        var read = ResultFile.read(file.path());

        assertThat(read).isEqualTo(run);
        assertThat(ResultFile.encode(read)).isEqualTo(ResultFile.encode(run));
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "fr-FR", "ar-EG"})
    void theFileIsTheSameOnEveryMachine(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));

        // How well histograms are compressed depends on the zlib at hand; that they are read back equal is tested
        // above.
        var document = text(Results.small()).replaceAll("\"histogram\": \"[^\"]+\"", "\"histogram\": \"HISTFAAA\"");
        Golden.matches("result/small.json", document);
    }

    @Test
    void turnsOfAnEarlierVersionHadASingleRoundOfWarmUp() throws IOException {
        var document = text(TurnResults.twoPairs()).replaceAll(",\\s*\"warmUpLimitMillis\": 60000.0", "");
        var file = Files.writeString(folder.resolve("older.json"), document);

        assertThat(document).doesNotContain("warmUpLimitMillis");
        assertThat(ResultFile.read(file).design().turns().orElseThrow().warmUpLimitMillis())
                .isZero();
    }

    @Test
    void theFirstDocumentIsThereBeforeAnyTrial() {
        var inside = folder.resolve("new/folder");
        var path = inside.resolve("run.json");

        ResultFile.create(path, Results.started());

        assertThat(ResultFile.read(path).status()).isEqualTo(RunResult.Status.RUNNING);
        assertThat(inside.toFile().list()).containsExactly("run.json");
    }

    @Test
    void aLinkIsFollowedAndKept() throws IOException {
        var real = Files.createFile(folder.resolve("real.json"));
        var link = Files.createSymbolicLink(folder.resolve("link.json"), real);

        ResultFile.create(link, Results.started());

        assertThat(link).isSymbolicLink();
        assertThat(ResultFile.read(real).runId()).isEqualTo(Results.started().runId());
    }

    @Test
    void aFolderIsNoResultFile() {
        assertFails(() -> ResultFile.create(folder, Results.started()))
                .satisfies(f -> says(f, Failure.Kind.USAGE, "cannot write the result", "path is a directory"));
    }

    @Test
    void aDeviceIsNotReplaced() {
        assertFails(() -> ResultFile.create(Path.of("/dev/null"), Results.started()))
                .satisfies(f -> says(f, Failure.Kind.USAGE, "/dev/null", "not a regular file"));
    }

    @Test
    void aFileInPlaceOfTheFolderIsNamed() throws IOException {
        var file = Files.createFile(folder.resolve("notes.txt"));

        assertFails(() -> ResultFile.create(file.resolve("run.json"), Results.started()))
                .satisfies(f -> says(f, Failure.Kind.USAGE, "cannot make the folder", "notes.txt"));
    }

    @Test
    void aPathThatMayNotBeWrittenIsAMistakeInUsage() {
        ResultFile.Disk denied = (file, content) -> {
            throw new AccessDeniedException(file.toString());
        };

        assertFails(() -> ResultFile.create(folder.resolve("run.json"), Results.started(), denied, folder))
                .satisfies(f -> says(f, Failure.Kind.USAGE, "run.json", "no permission to write there"));
    }

    @Test
    void aFullDiskShowsBeforeTheFirstRequest() {
        assertFails(() ->
                        ResultFile.create(folder.resolve("run.json"), Results.started(), ResultFileTest::full, folder))
                .satisfies(f -> says(f, Failure.Kind.ENVIRONMENT, "run.json", "the disk is full"));
    }

    @Test
    void whenTheDiskFillsUpTheLastGoodFileStaysAndTheRestIsKeptElsewhere() {
        var path = folder.resolve("run.json");
        var rescue = folder.resolve("ralbench-20260211-091407-7c1e.json");
        var file = ResultFile.create(path, Results.started(), fullAt(path, 2), folder);

        assertFails(() -> file.write(Results.small()))
                .satisfies(f -> says(f, Failure.Kind.ENVIRONMENT, "run.json", "the disk is full"))
                .satisfies(f -> assertThat(f.fix()).contains(rescue.toString()));
        assertThat(ResultFile.read(path)).isEqualTo(Results.started());
        assertThat(ResultFile.read(rescue)).isEqualTo(Results.small());
    }

    @Test
    void whenNothingCanBeWrittenAnywhereTheFailureSaysSo() {
        var path = folder.resolve("run.json");
        var file = ResultFile.create(path, Results.started(), fullAt(folder, 2), folder);

        assertFails(() -> file.write(Results.small()))
                .satisfies(f -> says(f, Failure.Kind.ENVIRONMENT, "nor to", "the disk is full"));
        assertThat(ResultFile.read(path)).isEqualTo(Results.started());
    }

    @Test
    void aMissingFileIsNamed() {
        assertFails(() -> ResultFile.read(folder.resolve("none.json")))
                .satisfies(f -> says(f, Failure.Kind.USAGE, "none.json", "no such file"));
        assertFails(() -> ResultFile.read(folder))
                .satisfies(f -> says(f, Failure.Kind.USAGE, "cannot read", "it is a directory"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                    | is empty                         | there is no result in it",
                "hello                                 | is not JSON                      | line 1, column",
                "{\"schema\": \"ralbench.result/1\",   | is truncated                     | ends in the middle",
                "{\"name\": 1}                         | is not a result of ralbench run  | schema: missing",
                "[]                                    | is not a result of ralbench run  | schema: missing",
                "{\"schema\": \"ralbench.compare/1\"}  | is not a result of ralbench run  | ralbench.compare/1",
                "{\"schema\": \"ralbench.result/2\"}   | was written by a newer ralbench  | ralbench.result/2",
                "{\"schema\": \"ralbench.result/1\"}   | is not a complete result         | runId",
            })
    void everyKindOfDamageHasItsOwnMessage(String content, String what, String why) throws IOException {
        var path = Files.writeString(folder.resolve("run.json"), content);

        assertFails(() -> ResultFile.read(path)).satisfies(f -> says(f, Failure.Kind.USAGE, what, why));
    }

    static Map<String, UnaryOperator<String>> damages() {
        return Map.of(
                "trials[0].measurement.windows[0].usersTo", json -> json.replaceFirst("\"usersTo\"", "\"usersT0\""),
                "trials[0].status", json -> json.replaceFirst("\"complete\"", "\"finished\""),
                "trials[0].measurement.windows[0].successful",
                        json -> json.replaceFirst("\"histogram\": \"H", "\"histogram\": \"!"),
                "trials[0].measurement.series",
                        json -> json.replaceFirst("\"completions\": \\[ [0-9]+,", "\"completions\": ["),
                "startedAt", json -> json.replaceFirst("2026-02-11T", "2026-02-31T"));
    }

    @Test
    void aDamagedKeyIsNamedByItsPath() throws IOException {
        var good = text(Results.small());
        for (var damage : damages().entrySet()) {
            var bad = damage.getValue().apply(good);
            assertThat(bad).as(damage.getKey()).isNotEqualTo(good);
            var path = Files.writeString(folder.resolve("run.json"), bad);

            assertFails(() -> ResultFile.read(path))
                    .satisfies(f -> says(f, Failure.Kind.USAGE, "is not a complete result", damage.getKey()));
        }
    }

    @Test
    void keysThatOlderVersionsDidNotWriteAreTakenAsAbsent() throws IOException {
        var older = text(Results.small()).replaceAll("\\s*\"(label|cpu)\": null,", "");
        assertThat(older).doesNotContain("label", "\"cpu\": null");
        var path = Files.writeString(folder.resolve("run.json"), older);

        assertThat(ResultFile.read(path)).isEqualTo(Results.small());
    }

    @Test
    void aPredictionKeepsWhatItIsMadeOf() throws IOException {
        var small = Results.small();
        var cpu = Optional.of(new RunResult.CpuDemand(60, 2));
        var predicted = new RunResult.PredictionResult(250, Optional.of(8), cpu, Optional.empty());
        var json = text(small)
                .replaceFirst(
                        "\"workers\": null,\\s*\"cpu\": null,\\s*\"busySeconds\": [0-9.]+",
                        "\"workers\": 8, \"cpu\": { \"millis\": 60.0, \"processors\": 2 }, \"busySeconds\": null");
        var path = Files.writeString(folder.resolve("run.json"), json.replace("200.0,", "250.0,"));

        var read = ResultFile.read(path);
        assertThat(read.predictions()).containsValue(predicted);
        ResultSchema.assertKeptBy(Files.write(folder.resolve("anew.json"), ResultFile.encode(read)));
    }

    @Test
    void unknownKeysOfLaterVersionsAreIgnored() throws IOException {
        var good = text(Results.small());
        var path = Files.writeString(folder.resolve("run.json"), good.replace("\"seed\"", "\"mood\": 1, \"seed\""));

        assertThat(ResultFile.read(path)).isEqualTo(Results.small());
    }

    private static String text(RunResult run) {
        return new String(ResultFile.encode(run), StandardCharsets.UTF_8);
    }

    private static ResultFile.Disk fullAt(Path place, int fromWrite) {
        var disk = new AtomicWriter();
        var writes = new int[1];
        return (file, content) -> {
            writes[0]++;
            if (writes[0] >= fromWrite && file.startsWith(place)) {
                full(file, content);
            }
            disk.replace(file, content);
        };
    }

    private static void full(Path file, byte[] content) throws IOException {
        throw new IOException("No space left on device");
    }

    private static org.assertj.core.api.ThrowableAssertAlternative<Failure> assertFails(ThrowingCallable call) {
        return assertThatExceptionOfType(Failure.class).isThrownBy(call);
    }

    private static void says(Failure failure, Failure.Kind kind, String what, String why) {
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.what()).contains(what);
        assertThat(failure.why()).contains(why);
        assertThat(failure.fix()).isNotBlank();
    }
}
