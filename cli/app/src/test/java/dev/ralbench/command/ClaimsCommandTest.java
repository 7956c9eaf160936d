package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Claims held against the results that come with ralbench; nothing is started. */
class ClaimsCommandTest {
    private static final Path EXAMPLE = Repository.path("docs/example-study");
    private static final String DELAY_200 = Repository.recorded("delay-200").toString();

    /** The report on a study reads all results, and many rows are of one study. */
    private static final Map<String, String> BY_STUDY = new ConcurrentHashMap<>();

    private static Shell.CommandResult claims(String... arguments) {
        var files = Repository.path("results/recorded").toFile().listFiles((directory, name) -> name.endsWith(".json"));
        var recorded =
                Stream.of(Objects.requireNonNull(files)).map(File::toString).sorted();
        return Shell.run(Stream.of(Stream.of("claims"), Stream.of(arguments), recorded)
                .flatMap(part -> part)
                .toArray(String[]::new));
    }

    /** All studies, read once. */
    private static String all() {
        return BY_STUDY.computeIfAbsent("", name -> {
            var outcome = claims();
            assertThat(outcome.exit()).as(outcome.err()).isZero();
            return outcome.out();
        });
    }

    @Test
    void everyClaimHasAVerdict() {
        assertThat(all().lines().filter(line -> line.matches("(ral|par|imp|worms|cor)\\.[cq]\\d+ .*[a-z].*")))
                .as(all())
                .hasSize(82); // a row and a paragraph of each
        assertThat(all()).contains("\n41 claims: ");
        assertThat(all().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    /** What the recorded results say. Read the difference when you record new ones. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ral | ral.c1 +one user +reproduced +4\\.38× +more than 4×",
                "ral | \\s+ten users, as published +not reproduced +0\\.117× +more than 4×",
                "ral | ral.c2 +one user +reproduced +4\\.44× +more than 4×",
                "ral | \\s+ten users +not reproduced +2\\.71× +more than 4×",
                "ral | ral.c3 +pool that loses no task +not reproduced +104 +at most 58",
                "ral | \\s+pool as published +reproduced +104 +at most 150",
                "ral | ral.c4 +reproduced",
                "ral | ral.c5 +not reproduced +1\\.21 s +2\\.25 s ± 0\\.75 s",
                "ral | ral.c6 +answered requests +not reproduced +285 ms +325 ms ± 25 ms",
                "ral | ral.c7 +not reproduced +445 ms +305 ms ± 25 ms",
                "imp | imp.c1 +200 ms +reproduced +99\\.9 % +100 % ± 3 %",
                "imp | imp.c3 +reactive +reproduced +3\\.08×",
                "imp | \\s+growth +not told apart +1\\.00× +more than 1×",
                "imp | imp.c5 +reactive +not reproduced +0\\.351 ms +13 ms ± 3 ms",
                "imp | imp.c6 +reproduced +615 ms",
                "imp | imp.c7 +contradicted +1\\.11 s +at most 1 s",
                "imp | imp.c8 +event loops +not reproduced +4 +2",
                "imp | imp.c9 +a thread +not reproduced +0\\.118 MB +1 MB ± 0\\.5 MB",
                "imp | imp.c10 +imperative, 200 +reproduced +312 ms +289 ms ± 43 ms",
                "par | par.c1 +sequential +reproduced +100 % +100 % ± 8 %",
                "par | par.c2 +16 times +reproduced +18\\.3× +16× ± 4×",
                "par | par.c4 +ten users +not told apart +1\\.80× +1\\.94× ± 0\\.15×",
                "par | par.c5 +sequential +reproduced +4\\.0\\d s +4\\.033 s ± 0\\.25 s",
                "par | par.c6 +c10: sequential +not reproduced +152 MB +at most 111 MB",
                "par | par.c7 +sequential, c10 +not reproduced +111 MB +200 MB ± 50 MB",
                "par | par.q1 .* reproduced +28 +at most 40",
                "worms | worms.c1 +Node.js +more than claimed +49\\.3× +at least 10× +suspect",
                "worms | worms.c2 +Node.js, requests +not reproduced +1 039 +2 977 ± 298 +suspect",
                "worms | worms.c3 .* reproduced +0\\.00356 +at most 0\\.1 +suspect",
                "cor | cor.c1 +Netty, IO +reproduced +103 %",
                "cor | cor.c2 +per second +not reproduced +13\\.1/s +6\\.67/s ± 1\\.67/s",
                "cor | cor.c3 +waves +reproduced +100 %",
                "cor | cor.c4 +1000 / 8 delays +reproduced +102 %",
                "cor | \\s+calls fail +reproduced +9\\d\\.\\d % +more than 0 %",
                "cor | cor.c6 +test 2 +not reproduced +0 +8",
                "cor | cor.c7 +total time +reproduced +1\\.01×",
                "cor | \\s+peak +contradicted +1\\.00× +1× ± 0\\.2×",
                "cor | cor.c8 +1: Netty, IO +reproduced +1 000/s +940/s ± 94/s",
            })
    void theRecordedResultsSay(String study, String row) {
        assertThat(BY_STUDY.computeIfAbsent(study, name -> claims(name).out())).containsPattern("(?m)^" + row);
    }

    @Test
    void aContradictionNamesItsFigure() {
        assertThat(claims("imp").out().replaceAll("\\s+", " "))
                .contains("Its own source says 1 088 ms (imp.delay-200.imperative.p99).");
    }

    @Test
    void whatIsNotGivenIsNotMeasured() {
        var outcome = Shell.run("claims", "imp", DELAY_200);

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out()).containsPattern("(?m)^imp.c6 +reproduced");
        assertThat(outcome.out().replaceAll("\\s+", " ")).contains("Not measured: no result of delay-500 is given.");
    }

    @ParameterizedTest
    @CsvSource({"ral, 'ral.c1, ral.c2, ral.c3'", "imp, imp.c8", "cor, 'cor.c2, cor.c5, cor.c6'"})
    void theGateLetsPassWhatIsKnownNotToHold(String study, String known) {
        var outcome = claims(study, "--gate");

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out().replaceAll("\\s+", " ").strip())
                .contains(" gate: every claim")
                .endsWith("known not to: " + known);
        assertThat(outcome.out()).contains("Why not: ");
    }

    /** A claim of structure that holds on every machine: 200 threads are 1000 requests per second at 200 ms. */
    @Test
    void theGateFailsWhereStructureDoesNotHold(@TempDir Path directory) throws Exception {
        var slower = Files.writeString(
                directory.resolve("slower.json"),
                Files.readString(Path.of(DELAY_200)).replace("\"workers\": 200,", "\"workers\": 250,"));

        var outcome = Shell.run("claims", "imp", "--gate", slower.toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.REGRESSION.code());
        assertThat(lastLine(outcome)).isEqualTo("gate: do not hold: imp.c1");
    }

    private static String lastLine(Shell.CommandResult outcome) {
        return outcome.out().lines().reduce("", (a, b) -> b);
    }

    /** Tests are run without the launcher, which says where ralbench's files are. */
    @Test
    void withoutRecordedResultsItSaysWhatToGive() {
        var outcome = Shell.run("claims", "ral");

        assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err()).contains("there are no recorded results in ", "ralbench claims results/*.json");
    }

    @Test
    void anUnknownStudyIsRefusedWithTheList() {
        var outcome = Shell.run("claims", "wurms");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .contains(
                        "there is neither a study nor a directory wurms",
                        "did you mean worms? (valid here: ral, par, imp, worms, cor)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing.json", "README.md"})
    void whatIsNoResultIsRefused(String file) {
        var outcome =
                Shell.run("claims", Repository.path("results").resolve(file).toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void withQuietTwiceOnlyTheCountsOfClaimsArePrinted() {
        assertThat(claims("worms", "-qq").out())
                .isEqualTo(
                        "5 claims: 4 reproduced, 1 not reproduced, 0 not told apart, 0 contradicted, 0 not measured\n");
    }

    /** A verdict against a study that cannot say why is none. */
    @Test
    void everyClaimThatIsNotReproducedSaysWhy() {
        assertThat(all().replaceAll("\\s+", " ")).contains("Why not: ").doesNotContain("no reason is known");
    }

    /** Its sentence on claims is made from the last line of this command. */
    @Test
    void theDocumentOfTheStudiesCountsAsTheCommandDoes() throws Exception {
        var counts = Pattern.compile("(\\d+) claims: (\\d+) reproduced, (\\d+) not reproduced, (\\d+) not told apart,"
                        + " (\\d+) contradicted, (\\d+) not measured")
                .matcher(all().replaceAll("\\s+", " "));
        assertThat(counts.find()).isTrue();
        var studies = Files.readString(Repository.path("docs", "studies.md")).replaceAll("\\s+", " ");

        assertThat(studies)
                .contains("of " + counts.group(1) + ", " + counts.group(2) + " are reproduced, " + counts.group(3)
                        + " are not, for reasons that it names, " + counts.group(4)
                        + " cannot be told from their border, " + counts.group(5)
                        + " contradict their own source, and " + counts.group(6) + " is not measured");
    }

    @Test
    void aStudyOfYourOwnIsJudgedByTheResultsInItsDirectory() {
        var outcome = Shell.run("claims", EXAMPLE.toString());

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("worker-pools   Four workers or eight\n")
                .containsPattern("(?m)^c1 +four, 16 users +reproduced +9\\d\\.\\d % +100 % ± 10 %")
                .containsPattern("(?m)^c2 +reproduced +2\\.\\d+× +2× ± 0\\.2×")
                .containsPattern("(?m)^c3 +not told apart +[01]\\.\\d+× +more than 1×")
                .containsPattern("(?m)^c4 +not reproduced +4\\d\\.\\d ms +20 ms ± 4 ms")
                .containsPattern("(?m)^c5 +not measured")
                .contains("5 claims: 2 reproduced, 1 not reproduced, 1 not told apart, 0 contradicted, 1 not measured");
        assertThat(Shell.run("claims", EXAMPLE.toString(), "--gate").exit()).isZero();
    }

    /** Such as the runs of a reader, held against the claims of the author. */
    @Test
    void aStudyOfYourOwnIsHeldAgainstTheResultsThatAreNamed() {
        var outcome = Shell.run("claims", EXAMPLE.toString(), DELAY_200);

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out().replaceAll("\\s+", " ")).contains("Not measured: no result of worker-pools is given.");
    }

    @Test
    void aDirectoryThatIsNoStudyIsRefused(@TempDir Path directory) {
        var outcome = Shell.run("claims", directory.toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("there is no claims.yaml in this directory");
    }

    @Test
    void wrongClaimsAreNamedWithLineAndColumn(@TempDir Path directory) throws Exception {
        Files.copy(EXAMPLE.resolve("worker-pools.yaml"), directory.resolve("worker-pools.yaml"));
        Files.writeString(
                directory.resolve("claims.yaml"),
                Files.readString(EXAMPLE.resolve("claims.yaml")).replace("variant: eight", "variant: nine"));

        var outcome = Shell.run("claims", directory.toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().replaceAll("\\s+", " "))
                .contains("claims.yaml: 3 problems")
                .contains(
                        "claims.yaml:18:16: claims[0].tests[1].value: there is no variant nine; valid here: four, eight");
    }
}
