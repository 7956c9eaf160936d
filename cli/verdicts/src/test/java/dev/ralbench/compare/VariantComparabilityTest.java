package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.SyntheticRun;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VariantComparabilityTest {
    private static final Set<VariantFact> USUAL = Set.of(VariantFact.IMAGE, VariantFact.REVISION);

    private static Comparer comparer(Map<String, String> base, Map<String, String> head, Set<VariantFact> vary) {
        var run = SyntheticRun.of("base", "head")
                .subject("base", base)
                .subject("head", head)
                .run();
        return new Comparer(
                List.of(new ResultSource("run", run)),
                Optional.empty(),
                false,
                AllowedDifferences.ofGate(Set.of(), vary));
    }

    @Test
    void anotherJdkIsNoDifferenceThatAGateMeantToMeasure() {
        var comparer =
                comparer(Map.of("jar", "sha256:1", "jdk", "25.0.3"), Map.of("jar", "sha256:2", "jdk", "26.0.1"), USUAL);

        assertThat(comparer.areComparable()).isFalse();
        assertThatThrownBy(comparer::compare).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.INCOMPARABLE);
            assertThat(failure.why()).isEqualTo("head: subject.jdk  25.0.3  |  26.0.1");
            assertThat(failure.fix()).contains("design.vary");
        });
    }

    private static List<String> oneBuild(Map<String, String> base, Map<String, String> head) {
        var vary = EnumSet.allOf(VariantFact.class);
        return comparer(base, head, vary)
                .compare()
                .notes(ComparisonNote.Kind.ONE_BUILD)
                .map(ComparisonNote::text)
                .toList();
    }

    private static final Map<String, String> SHOP =
            Map.of("command", "../base/shop -v", "files", "sha256:1", "directory", "web", "env", "none");

    private static boolean same(Map<String, String> before, Map<String, String> after) {
        return VariantComparability.isSameBuild(
                SyntheticRun.of("shop").subject("shop", before).run(),
                SyntheticRun.of("shop").subject("shop", after).run(),
                "shop");
    }

    private static Map<String, String> shop(String key, String value) {
        return shopIn(SHOP, key, value);
    }

    private static Map<String, String> shopIn(Map<String, String> like, String key, String value) {
        var facts = new HashMap<>(like);
        facts.put(key, value);
        return facts;
    }

    @Test
    void oneBuildOfTwoPathsIsTold() {
        var note = "one build twice: base and head are the same files, started alike in the same directory; what"
                + " differs is noise";

        assertThat(oneBuild(SHOP, SHOP)).containsExactly(note);
        assertThat(oneBuild(SHOP, shop("command", "./shop -v"))).containsExactly(note);
        assertThat(oneBuild(shop("revision", "1"), shop("revision", "2"))).containsExactly(note);
        assertThat(oneBuild(Map.of("target", "tomcat", "jar", "a"), Map.of("target", "tomcat", "jar", "a")))
                .hasSize(1);
    }

    @Test
    void aBuildMayLieInAnotherTreeAndOlderResultsKnowLess() {
        var older = Map.of("command", "./shop -v", "env", "none");
        var newer = Map.of("command", "./shop -v", "env", "none", "files", "sha256:1", "directory", "web");

        assertThat(same(older, newer)).isTrue();
        assertThat(same(newer, shopIn(newer, "directory", "/tmp/another"))).isTrue();
        assertThat(same(newer, shopIn(newer, "files", "sha256:2"))).isFalse();
    }

    @Test
    void whatMayBeTwoBuildsIsNotCalledOne() {
        List.of("files", "directory", "env", "limits", "tls", "jdk")
                .forEach(fact -> assertThat(oneBuild(SHOP, shop(fact, "another")))
                        .as(fact)
                        .isEmpty());
        var unknown = Map.of("command", "uvicorn app:app", "env", "none");
        assertThat(oneBuild(unknown, unknown))
                .as("nothing is known of its files")
                .isEmpty();
    }

    @Test
    void whatIsListedMayDiffer() {
        var vary = Set.of(VariantFact.IMAGE, VariantFact.JDK, VariantFact.JVM_FLAGS, VariantFact.ENV);
        var base = Map.of("jar", "sha256:1", "jdk", "25", "jvmFlags", "-Xmx1G", "env", "sha256:a");
        var head = Map.of("jar", "sha256:2", "jdk", "26", "jvmFlags", "-Xmx2G", "env", "sha256:b");

        assertThat(comparer(base, head, vary).areComparable()).isTrue();
        assertThat(comparer(base, head, AllowedDifferences.withoutGate().vary()).areComparable())
                .isTrue();
        for (var fact : vary) {
            var others = EnumSet.copyOf(vary);
            others.remove(fact);
            assertThat(comparer(base, head, others).areComparable())
                    .as("without %s", fact)
                    .isFalse();
        }
    }

    @Test
    void anotherBuildHasToBeWanted() {
        var flags = Set.of(VariantFact.JVM_FLAGS);

        assertThatThrownBy(comparer(Map.of("jar", "sha256:1"), Map.of("jar", "sha256:2"), flags)::compare)
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why()).contains("head: subject.image  sha256:1  |  sha256:2"));
        assertThat(comparer(Map.of("jar", "sha256:1"), Map.of("image", "sha256:1"), flags)
                        .areComparable())
                .as("a jar and an image are two builds")
                .isFalse();
    }

    @Test
    void labelsAndWhatIsNotKnownAreNoDifference() {
        var base = Map.of("jar", "sha256:1", "revision", "3f2c1ab", "jdk", "25");
        var head = Map.of("jar", "sha256:1", "revision", "9d41e07", "ticket", "7");

        assertThat(comparer(base, head, Set.of()).areComparable()).isTrue();
    }

    @Test
    void blocksOfSeveralRunsAreOfTheSameBuilds() {
        var monday = SyntheticRun.of("base", "head").subject("head", Map.of("jar", "sha256:1"));
        var tuesday = monday.runId("tuesday").subject("head", Map.of("jar", "sha256:2"));

        assertThatThrownBy(() -> Comparisons.of(monday.run(), tuesday.run()))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why())
                                .isEqualTo("tuesday: head: subject.image  sha256:1  |  sha256:2"));
        assertThat(Comparisons.of(monday.run(), monday.runId("again").run()).blocks())
                .isEqualTo(24);
    }

    @Test
    void theBaselineMayBeAnotherThanTheFirst() {
        var run = SyntheticRun.of("new", "old", "older")
                .subject("new", Map.of("jdk", "26"))
                .subject("old", Map.of("jdk", "25"))
                .subject("older", Map.of("jdk", "25"))
                .run();
        var found = VariantComparability.of(List.of(new ResultSource("run", run)), Optional.of("old"), Set.of());

        assertThat(found).extracting(Difference::field).containsExactly("new: subject.jdk");
    }
}
