package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A variant answers to its own name and to the one that its study has for it. */
class PublishedNamesTest {
    private static final ParsedScenario STUDY = Texts.source("""
            schema: 1
            name: mine
            request: { path: /endpoint }
            load: { closed: { constant: { users: 5, hold: 1s } } }
            variants:
              sequential: { target: tomcat, published: v1 }
              pooled: { target: tomcat, published: v2 }
              cached: { target: tomcat }
            work: { differs: { pooled: it drops tasks } }
            predict: { sequential: { delay: 1ms }, pooled: { delay: 2ms } }
            """);

    private static Scenario with(String... names) {
        return STUDY.resolve(Overrides.none().withVariants(List.of(names))).scenario();
    }

    private static Scenario built(String... builds) {
        var all = Arrays.stream(builds).map(Build::parse).toList();
        return STUDY.resolve(Overrides.none().withBuilds(all)).scenario();
    }

    private static Failure refused(String... names) {
        var failure = catchThrowableOfType(Failure.class, () -> with(names));
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        return failure;
    }

    @Test
    void eitherNameSelectsTheVariantAndAllThatIsSaidOfIt() {
        assertThat(with("v2")).isEqualTo(with("pooled"));
        assertThat(with("v2").expected().predictions()).containsOnlyKeys("pooled");
        assertThat(with("v2").expected().work().differs()).containsOnlyKeys("pooled");
        assertThat(with("cached", "v1").variants()).extracting(Variant::name).containsExactly("sequential", "cached");
    }

    @Test
    void tablesShowBothNames() {
        assertThat(STUDY.variantTitles()).containsExactly("sequential (v1)", "pooled (v2)", "cached");
        assertThat(Variant.title("same", Optional.of("same"))).isEqualTo("same");
    }

    @Test
    void oneVariantIsNotAskedForByTwoNames() {
        assertThat(refused("sequential", "v1").what()).isEqualTo("--variant v1: is the same variant as sequential");
        assertThat(with("v1", "v1").variants()).hasSize(1);
    }

    @Test
    void anUnknownNameIsAnsweredWithAllThatAreKnown() {
        assertThat(refused("v3").why()).contains("valid here: sequential, pooled, cached, v1, v2");
    }

    @Test
    void aCopyIsNotThePublishedVariant() {
        var copies = built("base=v1", "head=sequential");

        assertThat(copies.variants()).extracting(Variant::name).containsExactly("base", "head");
        assertThat(copies.variants()).allSatisfy(copy -> {
            assertThat(copy.published()).isEmpty();
            assertThat(copy.target()).isEqualTo(with("v1").variants().getFirst().target());
        });
        assertThat(copies.expected().predictions()).containsOnlyKeys("base", "head");
    }

    @Test
    void theControlIsNotThePublishedVariant() {
        var controlled = STUDY.resolve(Overrides.none().withControl(Optional.of("control")))
                .scenario();

        assertThat(controlled.variants())
                .extracting(Variant::published)
                .containsExactly(Optional.of("v1"), Optional.of("v2"), Optional.empty(), Optional.empty());
    }

    @Test
    void labelsFindTheVariantByEitherName() {
        var labelled = STUDY.resolve(Overrides.none().withLabels(List.of(Label.parse("v2.revision=1"))))
                .scenario();

        assertThat(labelled.variants().get(1).labels()).containsEntry("revision", "1");
    }

    @Test
    void whatIsStoredSaysTheNameAndCanBeRunAgain() {
        var stored = ScenarioFile.write(with("v1").document());

        assertThat(stored).contains("published: v1");
        assertThat(ScenarioFile.parse("again.yaml", stored)
                        .resolve(Overrides.none().withVariants(List.of("v1")))
                        .scenario())
                .isEqualTo(with("v1"));
    }
}
