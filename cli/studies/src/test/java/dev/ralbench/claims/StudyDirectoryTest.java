package dev.ralbench.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.reference.Claim;
import dev.ralbench.reference.ClaimKind;
import dev.ralbench.reference.ReferenceFigures.Qualifier;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.json.JsonMapper;

/** A study of a user's own: what is read, and the message on each mistake. */
class StudyDirectoryTest {
    private static final Path EXAMPLE = Repository.path("docs/example-study");

    @TempDir
    private Path directory;

    @BeforeEach
    void copyTheExample() throws IOException {
        for (var name : new String[] {"claims.yaml", "worker-pools.yaml"}) {
            Files.copy(EXAMPLE.resolve(name), directory.resolve(name));
        }
    }

    private void change(String file, String from, String to) throws IOException {
        var text = Files.readString(directory.resolve(file));
        assertThat(text).contains(from);
        Files.writeString(
                directory.resolve(file), text.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to)));
    }

    private Failure failure() {
        var failure = catchThrowableOfType(Failure.class, () -> new StudyDirectory(directory).study());
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        return failure;
    }

    @Test
    void theExampleIsRead() {
        var study = new StudyDirectory(EXAMPLE).study();

        assertThat(study.study()).isEqualTo("worker-pools");
        assertThat(study.source().title()).isEqualTo("Four workers or eight");
        assertThat(study.claims()).extracting(Claim::id).containsExactly("c1", "c2", "c3", "c4", "c5");
        var first = study.claims().getFirst();
        assertThat(first.kind()).isEqualTo(ClaimKind.STRUCTURE);
        assertThat(first.tests()).hasSize(2);
        assertThat(first.tests().getFirst().qualifier()).isEqualTo(Qualifier.ABOUT);
        assertThat(first.tests().getFirst().tolerance()).isEqualTo(0.1);
        assertThat(new StudyDirectory(EXAMPLE).results()).isNotEmpty();
    }

    @Test
    void otherYamlFilesAreNotReadAndNamed() throws IOException {
        var compose = Files.writeString(directory.resolve("compose.yaml"), "services:\n  db: { image: postgres }\n");

        assertThat(new StudyDirectory(directory).study().claims()).hasSize(5);
        assertThat(new StudyDirectory(directory).otherFiles()).containsExactly(compose);
        assertThat(new StudyDirectory(EXAMPLE).otherFiles()).isEmpty();
    }

    @Test
    void aWrongScenarioIsStillReadAndNamed() throws IOException {
        Files.writeString(directory.resolve("wrong.yaml"), "schema: 1\nrequest: { path: / }\n");

        assertThat(failure().what()).contains("wrong.yaml");
    }

    /** Editors check by it what ralbench reads. */
    @Test
    void theExampleKeepsTheSchema() throws IOException {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Repository.path("results/schema/reference.schema.json")));
        var yaml = new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(EXAMPLE.resolve("claims.yaml")));
        var json = new JsonMapper().valueToTree(yaml);

        assertThat(schema.validate(json)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "schema: ralbench.reference/1 | schema: ralbench.reference/2 | 2:9: schema: must be ralbench.reference/1, got ralbench.reference/2",
                "kind: structure | kind: truth | claims[0].kind: must be one of structure, figure, got truth",
                "kind: structure | sort: structure | claims[0].sort: unknown key; valid here: id, claim",
                "metric: mean | metric: speed | claims[1].tests[0].value: there is no metric speed; valid here: ",
                "share-of-prediction: rps | share-of-prediction: p99 | claims[0].tests[0].value: there is no prediction of p99; valid here: rps, mean, total-time",
                "scenario: worker-pools | scenario: worker-pool | claims[0].tests[0].value: there is no scenario worker-pool; did you mean worker-pools?",
                "variant: four | variant: five | claims[0].tests[0].value: there is no variant five; valid here: four, eight",
                "level: 16 | level: 17 | claims[0].tests[0].value: there is no level 17; did you mean 16? (valid here: 16 cold, 16, 32, all)",
                "level: 16 | level: many | claims[0].tests[0].value: level: many is no name of a level",
                "level: 16 | load: 16 | claims[0].tests[0].value: has no level: ",
                "{ number: 1 } | 1 | claims[0].tests[0].expected: needs an expression such as { number: 4 }",
                "{ number: 1 } | { figure: 1 } | claims[0].tests[0].expected: has one of metric, threads, ",
                "{ number: 1 } | { number: .inf } | claims[0].tests[0].expected: has one of metric, threads, ",
                "qualifier: more-than | qualifier: more_than | claims[2].tests[0].qualifier: must be one of exact, about, at-least, at-most, more-than, got more_than",
                "qualifier: more-than | { qualifier: more-than, tolerance: 1 | is not YAML",
                "tolerance: 0.1 | tolerance: -0.1 | claims[0].tests[0].tolerance: must be 0 or at least 0, got -0.1",
                "qualifier: about | qualifier: at-least | claims[0].tests[0].tolerance: is for exact and about",
                "id: c2 | id: c1 | claims[1].id: c1 stands there twice",
                "notMeasured: no metric tells what is easy | note: it is | claims[4]: needs either tests, or notMeasured",
                "knownNotToHold: 16 | contradictedBy: 16 | claims[3].contradictedBy: there is no figure 16",
            })
    void eachMistakeIsNamedWithItsPlace(String from, String to, String message) throws IOException {
        change("claims.yaml", from, to);

        var failure = failure();

        assertThat(failure.what() + "\n" + failure.why()).contains(message);
        assertThat(failure.what()).contains(directory.resolve("claims.yaml").toString());
    }

    @Test
    void allMistakesAreNamedAtOnce() throws IOException {
        change("claims.yaml", "variant: four", "variant: five");
        change("claims.yaml", "kind: figure", "kind: number");

        assertThat(failure().what()).endsWith("2 problems");
    }

    @Test
    void withoutClaimsThereIsNoStudy() throws IOException {
        Files.delete(directory.resolve("claims.yaml"));

        assertThat(failure().what()).isEqualTo(directory + ": there is no claims.yaml in this directory");
    }

    @Test
    void anEmptyListOfClaimsIsAMistake() throws IOException {
        Files.writeString(directory.resolve("claims.yaml"), "schema: ralbench.reference/1\nstudy: empty\nclaims: []\n");

        assertThat(failure().why()).contains("claims: is empty: name at least one");
    }

    @Test
    void aScenarioThatCannotBeReadIsNamed() throws IOException {
        change("worker-pools.yaml", "workers: 4", "workers: [");

        assertThat(failure().what()).contains("worker-pools.yaml");
    }

    @Test
    void twoScenariosOfOneNameAreAMistake() throws IOException {
        Files.copy(directory.resolve("worker-pools.yaml"), directory.resolve("other.yaml"));

        assertThat(failure().what()).endsWith("another file of this study has the scenario worker-pools too");
    }

    @Test
    void aStudyMayBeAboutABuiltInScenario() throws IOException {
        change(
                "claims.yaml",
                "scenario: worker-pools, variant: four, level: 16",
                "scenario: delay-200, variant: imperative, level: 256");

        assertThat(new StudyDirectory(directory).study().claims()).hasSize(5);
    }

    @Test
    void withoutResultsItSaysHowToGetThem() {
        var failure = catchThrowableOfType(Failure.class, () -> new StudyDirectory(directory).results());

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).contains("there are no results in " + directory.resolve("results"));
        assertThat(failure.fix()).contains("ralbench run ./SCENARIO.yaml");
    }
}
