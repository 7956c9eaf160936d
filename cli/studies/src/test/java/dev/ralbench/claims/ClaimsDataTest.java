package dev.ralbench.claims;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.reference.Claim;
import dev.ralbench.reference.ReferenceFigures;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.json.JsonMapper;

/** The claims that come with ralbench can all be read, and are about what there is. */
class ClaimsDataTest {
    static final List<String> STUDIES = ReferenceFigures.STUDIES;

    private static ReferenceFigures study(String name) {
        return ReferenceFigures.of(name).orElseThrow();
    }

    private static Stream<Expression> expressions() {
        return STUDIES.stream()
                .flatMap(name -> study(name).claims().stream())
                .flatMap(claim -> claim.tests().stream())
                .flatMap(test -> Stream.of(test.value(), test.expected()))
                .map(ExpressionReader::read);
    }

    @Test
    void everyFileIsAStudy() throws IOException {
        try (var files = Files.list(Repository.path("results/reference"))) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .containsExactlyInAnyOrderElementsOf(
                            STUDIES.stream().map(name -> name + ".json").toList());
        }
    }

    @ParameterizedTest
    @CsvSource({"ral, 7, 0", "par, 7, 2", "imp, 10, 0", "worms, 5, 0", "cor, 10, 0"})
    void everyClaimIsThereOnce(String name, int claims, int questions) {
        var ids = Stream.concat(ids(name + ".c", claims), ids(name + ".q", questions))
                .toList();

        assertThat(study(name).claims()).extracting(Claim::id).containsExactlyElementsOf(ids);
    }

    private static Stream<String> ids(String prefix, int count) {
        return Stream.iterate(1, i -> i + 1).limit(count).map(i -> prefix + i);
    }

    @ParameterizedTest
    @FieldSource("STUDIES")
    void everyFileKeepsTheSchema(String name) throws IOException {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Repository.path("results/schema/reference.schema.json")));
        var file = Repository.path("results/reference", name + ".json");

        assertThat(schema.validate(new JsonMapper().readTree(Files.readString(file))))
                .isEmpty();
    }

    @Test
    void everyPlaceIsOneOfABuiltInScenario() {
        var variants = ScenarioCatalog.standard().builtIns().stream()
                .flatMap(scenario -> scenario.variants().stream().map(variant -> scenario.name() + " " + variant))
                .collect(Collectors.toSet());

        assertThat(expressions().flatMap(Expression::places))
                .isNotEmpty()
                .allSatisfy(place -> assertThat(variants).contains(place.scenario() + " " + place.variant()));
    }

    /** Of a load whose levels are known: another name would be a figure that is missing from every result. */
    @Test
    void everyLevelIsOneThatItsScenarioHas() {
        assertThat(expressions().flatMap(Expression::places)).allSatisfy(place -> {
            var scenario = ScenarioCatalog.standard()
                    .find(place.scenario())
                    .resolve(Overrides.none())
                    .scenario();
            assertThat(place.level().isWholeRun()
                            || scenario.load().timeline().levels().contains(place.level()))
                    .as(place.inWords())
                    .isTrue();
        });
    }

    @ParameterizedTest
    @FieldSource("STUDIES")
    void aFigureThatContradictsAClaimBreaksATestOfIt(String name) {
        var study = study(name);
        for (var claim : study.claims()) {
            if (!claim.contradictedBy().isEmpty()) {
                var figure = study.figures().stream()
                        .filter(each -> each.id().equals(claim.contradictedBy()))
                        .findFirst()
                        .orElseThrow();
                assertThat(claim.tests()).anyMatch(test -> ClaimJudge.refutes(figure, test));
            }
        }
    }

    /** The schema leaves these out for studies of users. */
    @ParameterizedTest
    @FieldSource("STUDIES")
    void everyTestHasAReasonAndEveryClaimASource(String name) {
        assertThat(study(name).claims())
                .allSatisfy(claim -> assertThat(claim.source()).isNotBlank())
                .allSatisfy(claim -> assertThat(claim.tests())
                        .allSatisfy(test -> assertThat(test.reason()).isNotBlank()));
    }

    /** Its test in the table is found by it. */
    @ParameterizedTest
    @FieldSource("STUDIES")
    void whereAClaimHasSeveralTestsEachSaysWhatItIsAbout(String name) {
        assertThat(study(name).claims())
                .filteredOn(claim -> claim.tests().size() > 1)
                .allSatisfy(claim -> assertThat(claim.tests())
                        .extracting(Claim.Test::about)
                        .doesNotContain("")
                        .doesNotHaveDuplicates());
    }
}
