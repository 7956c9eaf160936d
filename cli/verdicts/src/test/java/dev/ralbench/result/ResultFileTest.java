package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.Printable;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.ResultSchema;
import dev.ralbench.testing.Results;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ResultFileTest {
    @TempDir
    private Path directory;

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

    /** A page computes the figures of levels from them; nothing else of a result is large. */
    @Test
    void theTextOfLevelsKeepsTheDistributionsOfSuccessfulResponsesByWindow() {
        var whole = JsonMapper.shared().readTree(ResultFile.text(Results.delay200()));
        var result = Results.delay200();
        var drawn = Set.of(result.trials().get(1).id());
        var smaller = JsonMapper.shared().readTree(ResultFile.textOfLevels(result, drawn));

        var kept = smaller.at("/trials/0/measurement/windows");
        assertThat(kept).isNotEmpty();
        for (int i = 0; i < kept.size(); i++) {
            assertThat(kept.get(i).get("successful"))
                    .isEqualTo(whole.at("/trials/0/measurement/windows").get(i).get("successful"));
            assertThat(kept.get(i).at("/all/histogram").asString()).isEmpty();
            assertThat(kept.get(i).at("/all/p99Millis"))
                    .isEqualTo(whole.at("/trials/0/measurement/windows").get(i).at("/all/p99Millis"));
        }
        assertThat(smaller.at("/trials/0/measurement/wholeRun/successful/histogram")
                        .asString())
                .isEmpty();
        assertThat(smaller.at("/trials/1/measurement/wholeRun/successful"))
                .as("of a trial that is drawn as a whole")
                .isEqualTo(whole.at("/trials/1/measurement/wholeRun/successful"));
        assertThat(smaller.at("/trials/1/measurement/wholeRun/all/histogram").asString())
                .isEmpty();
        assertThat(smaller.get("trials").size()).isEqualTo(whole.get("trials").size());
    }

    @ParameterizedTest
    @MethodSource("results")
    void whatIsWrittenIsReadBackEqual(RunResult run) {
        var file = ResultFile.begin(directory.resolve("run.json"), Results.started());
        file.write(run);

        var read = ResultFile.read(file.newest().orElseThrow());

        assertThat(read).isEqualTo(run);
        assertThat(ResultFile.encode(read)).isEqualTo(ResultFile.encode(run));
    }

    @ParameterizedTest
    @MethodSource("results")
    void aFileFromBeforeAKeyThatMayBeWithoutAValueIsReadAsWell(RunResult run) throws IOException {
        var document = new JsonMapper().readTree(ResultFile.encode(run));
        removeNulls(document);
        var path = Files.writeString(directory.resolve("earlier.json"), document.toString());

        assertThat(document.has("skipped")).isFalse();
        assertThat(ResultFile.read(path)).isEqualTo(run);
    }

    private static void removeNulls(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.removeIf(JsonNode::isNull);
        }
        node.forEach(ResultFileTest::removeNulls);
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
    void aRunThatIsKilledBeforeItsFirstTrialLeavesNothingInTheWayOfTheNext() {
        var inside = directory.resolve("new/folder");
        var path = inside.resolve("run.json");

        ResultFile.begin(path, Results.started());
        assertThat(inside.toFile().list()).isEmpty();

        ResultFile.begin(path, Results.started()).write(Results.small());
        assertThat(inside.toFile().list()).containsExactly("run.json");
    }

    @Test
    @Disturbance(value = "a link of another user in place of the draft", then = "is not followed")
    void aLinkInPlaceOfTheDraftIsNotFollowed() throws IOException {
        var victim = Files.writeString(directory.resolve("victim"), "precious");
        var path = directory.resolve("run.json");
        for (var name :
                List.of(".run.json.tmp", ".run.json." + ProcessHandle.current().pid() + ".tmp")) {
            Files.createSymbolicLink(directory.resolve(name), victim);
        }

        var file = ResultFile.begin(path, Results.started());
        file.write(Results.started());
        file.write(Results.small());

        assertThat(victim).hasContent("precious");
        assertThat(path).isRegularFile();
    }

    @Test
    @Disturbance(
            value = "the result is a link to a file that is not there",
            then = "the file is written, the link stays")
    void aLinkIsFollowedAndKept() throws IOException {
        var real = directory.resolve("real.json");
        var link = Files.createSymbolicLink(directory.resolve("link.json"), real);

        ResultFile.begin(link, Results.started()).write(Results.started());

        assertThat(link).isSymbolicLink();
        assertThat(ResultFile.read(real).origin().runId())
                .isEqualTo(Results.started().origin().runId());
    }

    @Test
    void lookingWhetherAResultCanBeKeptLeavesNothingBehind() {
        ResultFile.check(directory.resolve("run.json"));

        assertThat(directory.toFile().list()).isEmpty();
    }

    @Test
    @Disturbance(value = "two runs write to one file", then = "the first result stays, the second is kept elsewhere")
    void theResultOfAnotherRunIsNotOverwritten() {
        var path = directory.resolve("run.json");
        var second = ResultFile.begin(path, Results.started(), new AtomicWriter(), directory.resolve("elsewhere"));
        ResultFile.begin(path, Results.small()).write(Results.small());

        assertFails(() -> ResultFile.begin(path, Results.started()))
                .satisfies(f -> says(f, FailureKind.USAGE, "run.json exists already", "never overwritten"));
        assertFails(() -> second.write(Results.started()))
                .satisfies(f -> says(f, FailureKind.ENVIRONMENT, "run.json", "another run"));
        assertThat(ResultFile.read(path)).isEqualTo(Results.small());
        assertThat(directory.toFile().list()).containsExactly("run.json");
    }

    @Test
    @Disturbance(value = "the result is a directory", then = "refused")
    void aDirectoryIsNoResultFile() {
        assertFails(() -> ResultFile.begin(directory, Results.started()))
                .satisfies(f -> says(f, FailureKind.USAGE, "cannot write the result", "it is a directory"));
    }

    @Test
    @Disturbance(value = "the result is to go to a device", then = "refused")
    void aDeviceIsNotReplaced() {
        assertFails(() -> ResultFile.begin(Path.of("/dev/null"), Results.started()))
                .satisfies(f -> says(f, FailureKind.USAGE, "/dev/null", "not a regular file"));
    }

    @Test
    @Disturbance(value = "the result's directory is a file", then = "named")
    void aFileInPlaceOfTheDirectoryIsNamed() throws IOException {
        var file = Files.createFile(directory.resolve("notes.txt"));

        assertFails(() -> ResultFile.begin(file.resolve("run.json"), Results.started()))
                .satisfies(f -> says(f, FailureKind.USAGE, "cannot make the directory", "notes.txt"));
    }

    @Test
    @Disturbance(value = "the result's directory may not be written", then = "refused before anything is measured")
    void aPathThatMayNotBeWrittenIsAMistakeInUsage() {
        var denied = new BrokenDisk(file -> {
            throw new AccessDeniedException(file.toString());
        });

        assertFails(() -> ResultFile.begin(directory.resolve("run.json"), Results.started(), denied, directory))
                .satisfies(f -> says(f, FailureKind.ENVIRONMENT, "run.json", "no permission to write there"));
    }

    @Test
    @Disturbance(value = "the disk is full at the start", then = "said before anything is measured")
    void aFullDiskShowsBeforeTheFirstRequest() {
        var full = new BrokenDisk(ResultFileTest::full);
        assertFails(() -> ResultFile.begin(directory.resolve("run.json"), Results.started(), full, directory))
                .satisfies(f -> says(f, FailureKind.ENVIRONMENT, "run.json", "the disk is full"));
    }

    @Test
    void aFullDiskNamesTheLargestLogNextToTheResult() throws IOException {
        var full = new BrokenDisk(ResultFileTest::full);
        var logs = Files.createDirectories(directory.resolve("logs/20261128T000000Z-x"));
        Files.write(logs.resolve("1-a.log"), new byte[3 << 20]);
        Files.write(logs.resolve("2-a.log"), new byte[1 << 20]);

        assertFails(() -> ResultFile.begin(directory.resolve("run.json"), Results.started(), full, directory))
                .satisfies(f -> says(
                        f,
                        FailureKind.ENVIRONMENT,
                        "run.json",
                        "the disk is full; the largest log of ralbench there is " + logs.resolve("1-a.log")
                                + " (3.0 MiB)"));
    }

    @Test
    @Disturbance(value = "the disk fills up in mid-run", then = "the last good file stays, all of it is elsewhere")
    void whenTheDiskFillsUpTheLastGoodFileStaysAndTheRestIsKeptElsewhere() {
        var path = directory.resolve("run.json");
        var file = ResultFile.begin(path, Results.started(), fullFrom(3, path), elsewhere());
        file.write(Results.small());

        assertFails(() -> file.write(Results.delay200()))
                .satisfies(f -> says(
                        f, FailureKind.ENVIRONMENT, "run.json", "the disk is full; that file holds the first 2 trials"))
                .satisfies(f ->
                        assertThat(f.fix()).contains(file.newest().orElseThrow().toString()));
        assertThat(ResultFile.read(path)).isEqualTo(Results.small());
        assertThat(ResultFile.read(file.newest().orElseThrow())).isEqualTo(Results.delay200());
    }

    @Test
    @Disturbance(
            value = "a result is kept in the temporary directory",
            then = "for its owner alone, under a name that cannot be guessed")
    void whatIsKeptElsewhereIsForItsOwnerAloneUnderAnUnguessableName() throws IOException {
        var path = directory.resolve("run.json");
        var first = ResultFile.begin(path, Results.started(), fullFrom(2, path), elsewhere());
        var second = ResultFile.begin(path, Results.started(), fullFrom(2, path), elsewhere());

        assertFails(() -> first.write(Results.small()))
                .satisfies(f -> says(f, FailureKind.ENVIRONMENT, "run.json", "that file does not hold it"));
        assertFails(() -> second.write(Results.small()));

        var file = first.newest().orElseThrow();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(second.newest().orElseThrow()).isNotEqualTo(file);
    }

    @Test
    @Disturbance(value = "the disk has room again", then = "the result is in its place, no copy is left")
    void thereIsOneFileElsewhereAtMostAndNoneOnceThereIsRoomAgain() {
        var path = directory.resolve("run.json");
        var writes = new AtomicInteger();
        var file = ResultFile.begin(
                path,
                Results.started(),
                new BrokenDisk(where -> {
                    if (where.equals(path) && writes.incrementAndGet() > 1 && writes.get() < 4) {
                        full(where);
                    }
                }),
                elsewhere());

        assertFails(() -> file.write(Results.small()));
        assertFails(() -> file.write(Results.delay200()));
        assertThat(elsewhere().toFile().list()).hasSize(1);

        file.write(Results.delay200());
        assertThat(file.newest()).contains(path);
        assertThat(elsewhere().toFile().list()).isEmpty();
    }

    @Test
    @Disturbance(value = "nothing can be written anywhere", then = "said, and only what is true")
    void whenNothingCanBeWrittenAnywhereTheFailureSaysSo() {
        var path = directory.resolve("run.json");
        var file = ResultFile.begin(path, Results.started(), fullFrom(3, directory), elsewhere());
        file.write(Results.small());

        assertFails(() -> file.write(Results.delay200()))
                .satisfies(f -> says(f, FailureKind.ENVIRONMENT, "nor to", "the disk is full"));
        assertThat(ResultFile.read(path)).isEqualTo(Results.small());
        assertThat(file.newest()).isEmpty();
    }

    @Test
    void aMissingFileIsNamed() {
        assertFails(() -> ResultFile.read(directory.resolve("none.json")))
                .satisfies(f -> says(f, FailureKind.USAGE, "none.json", "no such file"));
        assertFails(() -> ResultFile.read(directory))
                .satisfies(f -> says(f, FailureKind.USAGE, "cannot read", "it is a directory"));
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
    @Disturbance(value = "a damaged result file:", then = "named with its place")
    void everyKindOfDamageHasItsOwnMessage(String content, String what, String why) throws IOException {
        var path = Files.writeString(directory.resolve("run.json"), content);

        assertFails(() -> ResultFile.read(path)).satisfies(f -> says(f, FailureKind.USAGE, what, why));
    }

    @Test
    @Disturbance(value = "signs that give a terminal orders in a result", then = "escaped, and read again as they were")
    void aResultThatIsPrintedGivesATerminalNoOrders() throws IOException {
        var small = Results.small();
        var hostile = "\u001b[2J \u009b31m \u202e \u2066 \u007f é €";
        var run = Copy.of(small)
                .with("skipped", Optional.of(Map.of("a", hostile)))
                .made();
        var path = Files.write(directory.resolve("run.json"), ResultFile.encode(run));

        assertThat(Files.readString(path).codePoints().filter(sign -> sign != '\n'))
                .noneMatch(Printable::isHidden);
        assertThat(Files.readString(path)).contains("\\u009b31m", "é €");
        assertThat(ResultFile.read(path)).isEqualTo(run);
    }

    static Stream<Arguments> excesses() {
        var result = "{\"schema\": \"ralbench.result/1\", \"trials\": [";
        return Stream.of(
                Arguments.argumentSet("brackets", "[".repeat(2_000_000), "nested more deeply"),
                Arguments.argumentSet("objects", "{\"a\":".repeat(100_000), "nested more deeply"),
                Arguments.argumentSet("within a trial", result + "[".repeat(100_000), "nested more deeply"),
                Arguments.argumentSet(
                        "a text", "{\"a\": \"" + "x".repeat(120_000_000) + "\"}", "longer text or number"),
                Arguments.argumentSet("a number", "{\"a\": " + "1".repeat(5_000) + "}", "longer text or number"),
                Arguments.argumentSet("a key", "{\"" + "k".repeat(100_000) + "\": 1}", "longer text or number"));
    }

    @ParameterizedTest
    @MethodSource("excesses")
    @Disturbance(value = "a hostile result file, excess:", then = "exit 2, one sentence")
    void whatNoReaderTakesIsNamed(String content, String why) throws IOException {
        var path = Files.writeString(directory.resolve("run.json"), content);

        assertFails(() -> ResultFile.read(path)).satisfies(f -> {
            says(f, FailureKind.USAGE, "is not a result of ralbench run", why);
            assertThat(f.why()).hasSizeLessThan(300).doesNotContain("\n");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "-1e400", "NaN", "1e99999999999"})
    @Disturbance(value = "a result with a number that is none:", then = "exit 2, no place that does not exist")
    void aNumberThatIsNoneIsNamedWithoutAPlaceThatDoesNotExist(String number) throws IOException {
        var bad = text(Results.small()).replaceFirst("\"block\": [0-9]+", "\"block\": " + number);
        var path = Files.writeString(directory.resolve("number.json"), bad);
        assertThat(bad).contains("\"block\": " + number);

        assertFails(() -> ResultFile.read(path)).satisfies(f -> {
            assertThat(f.kind()).isEqualTo(FailureKind.USAGE);
            assertThat(f.why()).doesNotContain("-1,", "column -1").hasSizeLessThan(400);
        });
    }

    static Map<String, UnaryOperator<String>> damages() {
        return Map.of(
                "trials[0].measurement.windows[0].usersTo", json -> json.replaceFirst("\"usersTo\"", "\"usersT0\""),
                "trials[0]: null is no trial",
                        json -> json.replaceFirst("\"trials\": \\[\\s*\\{", "\"trials\": [ null, {"),
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
            var path = Files.writeString(directory.resolve("run.json"), bad);

            assertFails(() -> ResultFile.read(path))
                    .satisfies(f -> says(f, FailureKind.USAGE, "is not a complete result", damage.getKey()));
        }
    }

    @Test
    void aPredictionKeepsWhatItIsMadeOf() throws IOException {
        var small = Results.small();
        var cpu = Optional.of(new RunResult.CpuDemand(60, 2));
        var predicted = RunResult.PredictionResult.ofDelay(250, Optional.of(8), cpu, Optional.empty());
        var json = text(small)
                .replaceFirst(
                        "\"workers\": null,\\s*\"cpu\": null,\\s*\"busySeconds\": [0-9.]+",
                        "\"workers\": 8, \"cpu\": { \"millis\": 60.0, \"processors\": 2 }, \"busySeconds\": null");
        var path = Files.writeString(directory.resolve("run.json"), json.replace("200.0,", "250.0,"));

        var read = ResultFile.read(path);
        assertThat(read.expected().predictions()).containsValue(predicted);
        ResultSchema.assertKeptBy(Files.write(directory.resolve("anew.json"), ResultFile.encode(read)));
    }

    @Test
    void unknownKeysOfLaterVersionsAreIgnored() throws IOException {
        var good = text(Results.small());
        var path = Files.writeString(directory.resolve("run.json"), good.replace("\"seed\"", "\"mood\": 1, \"seed\""));

        assertThat(ResultFile.read(path)).isEqualTo(Results.small());
    }

    private static String text(RunResult run) {
        return new String(ResultFile.encode(run), StandardCharsets.UTF_8);
    }

    /** Writes as any disk, but where it is told to fail. */
    private record BrokenDisk(Breaking breaking) implements ResultFile.Disk {
        private interface Breaking {
            void at(Path file) throws IOException;
        }

        private static final AtomicWriter WORKING = new AtomicWriter();

        @Override
        public void check(Path file, byte[] content) throws IOException {
            breaking.at(file);
            WORKING.check(file, content);
        }

        @Override
        public void create(Path file, byte[] content) throws IOException {
            breaking.at(file);
            WORKING.create(file, content);
        }

        @Override
        public void replace(Path file, byte[] content) throws IOException {
            breaking.at(file);
            WORKING.replace(file, content);
        }

        @Override
        public void replacePrivately(Path file, byte[] content) throws IOException {
            breaking.at(file);
            WORKING.replacePrivately(file, content);
        }
    }

    /** Full from the so-many-th use on, for everything at or below a path. */
    private static ResultFile.Disk fullFrom(int use, Path place) {
        var uses = new AtomicInteger();
        return new BrokenDisk(file -> {
            if (file.startsWith(place) && uses.incrementAndGet() >= use) {
                full(file);
            }
        });
    }

    private static void full(Path file) throws IOException {
        throw new IOException("No space left on device");
    }

    private Path elsewhere() {
        var made = directory.resolve("elsewhere");
        return made.toFile().isDirectory() || made.toFile().mkdir() ? made : directory;
    }

    private static org.assertj.core.api.ThrowableAssertAlternative<Failure> assertFails(ThrowingCallable call) {
        return assertThatExceptionOfType(Failure.class).isThrownBy(call);
    }

    private static void says(Failure failure, FailureKind kind, String what, String why) {
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.what()).contains(what);
        assertThat(failure.why()).contains(why);
        assertThat(failure.fix()).isNotBlank();
    }
}
