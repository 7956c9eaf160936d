package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.scenario.WorkRule;
import dev.ralbench.scenario.WorkRule.Same;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.SyntheticRun;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Variants are only compared if they do the same work. */
class WorkCheckTest {
    private static final WorkRule BYTES = rule(Same.BYTES);
    private static final WorkRule SHAPE = rule(Same.SHAPE);

    private static WorkRule rule(Same same) {
        return new WorkRule(Optional.of(same), Map.of());
    }

    private static Work response(String body) {
        return response(200, body);
    }

    private static Work response(int status, String body) {
        return Work.of(status, Optional.of("application/json; charset=utf-8"), body.getBytes(StandardCharsets.UTF_8));
    }

    private static Work common(Work... looks) {
        return Work.common(List.of(looks), 200).orElseThrow();
    }

    private static List<String> differences(WorkRule rule, Work base, Work head) {
        var looks = new LinkedHashMap<String, List<Work>>();
        looks.put("base", List.of(base));
        looks.put("head", List.of(head));
        return words(rule, looks);
    }

    private static List<String> words(WorkRule rule, Map<String, List<Work>> looks) {
        return WorkCheck.of(rule, WorkRule.IN_TABLES, looks, 200).differences().stream()
                .map(WorkDifference::words)
                .toList();
    }

    @Test
    void theSameBytesAreTheSameWork() {
        assertThat(differences(BYTES, response("{\"id\":1}"), response("{\"id\":1}")))
                .isEmpty();
    }

    @Test
    void otherBytesAreOtherWorkUnlessTheShapeIsEnough() {
        var base = response("{\"id\":1}");
        var head = response("{\"id\":2}");

        assertThat(differences(BYTES, base, head))
                .singleElement()
                .asString()
                .startsWith("head answers bytes of SHA-256");
        assertThat(differences(BYTES, base, response("{\"id\":22}"))).containsExactly("head answers 9 bytes, base 8");
        assertThat(differences(SHAPE, base, head)).isEmpty();
        assertThat(differences(SHAPE, base, response("{\"ids\":[2]}")))
                .containsExactly("head answers JSON of another structure than base");
    }

    private static WorkCheck.Findings inAGate(WorkRule rule, Work base, Work head) {
        var looks = new LinkedHashMap<String, List<Work>>();
        looks.put("base", List.of(base));
        looks.put("head", List.of(head));
        return WorkCheck.of(rule, WorkRule.IN_GATES, looks, 200);
    }

    @Test
    void inAGateAChangedDigitIsTheSameWorkAndIsNoted() {
        var base = response("{\"price\":12.5}");
        var found = inAGate(WorkRule.unstated(), base, response("{\"price\":12.6}"));

        assertThat(found.differences()).isEmpty();
        assertThat(found.notes())
                .containsExactly("head answers other bytes than base in the same shape; work: { same: bytes } in the"
                        + " scenario would not let that through");
        assertThat(inAGate(WorkRule.unstated(), base, base).notes()).isEmpty();
        assertThat(inAGate(SHAPE, base, response("{\"price\":12.6}")).notes()).isEmpty();
    }

    @Test
    void aGateComparesBytesIfTheScenarioSaysSo() {
        assertThat(inAGate(BYTES, response("{\"id\":1}"), response("{\"id\":2}"))
                        .differences())
                .extracting(WorkDifference::field)
                .containsExactly("work.head.body");
    }

    @ParameterizedTest
    @CsvSource({"1000, 2000, true", "1000, 2001, false", "1, 101, true", "1, 102, false", "0, 1, false", "0, 0, true"})
    void bodiesOfOneShapeAreOfAboutOneLength(int base, int head, boolean isSame) {
        var found = inAGate(WorkRule.unstated(), text("x".repeat(base)), text("x".repeat(head)));
        var reversed = inAGate(WorkRule.unstated(), text("x".repeat(head)), text("x".repeat(base)));

        assertThat(found.differences())
                .extracting(WorkDifference::fact)
                .isEqualTo(isSame ? List.of() : List.of(WorkDifference.Fact.LENGTH));
        assertThat(reversed.differences()).hasSameSizeAs(found.differences());
    }

    private static Work text(String body) {
        return Work.of(200, Optional.of("text/html"), body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void jsonAndNoJsonAreNotOfOneShape() {
        assertThat(inAGate(WorkRule.unstated(), response("{\"id\":1}"), response("{\"id\":1"))
                        .differences())
                .extracting(WorkDifference::words)
                .containsExactly("head answers no JSON, base JSON");
        var varying = common(response("not {1}"), response("not {2}"));
        assertThat(inAGate(WorkRule.unstated(), response("{\"id\":1}"), varying).differences())
                .as("it may be JSON of another structure each time")
                .isEmpty();
    }

    @Test
    void responsesThatDifferAmongThemselvesAreComparedByWhatTheyHaveInCommon() {
        var base = common(response("{\"at\":1}"), response("{\"at\":2}"), response("{\"at\":3}"));
        var head = common(response("{\"at\":4}"), response("{\"at\":55}"));

        assertThat(base.bodySha256()).isEmpty();
        assertThat(base.bodyBytes()).contains(8L);
        assertThat(head.bodyBytes()).isEmpty();
        assertThat(base.shapeSha256()).isPresent().isEqualTo(head.shapeSha256());
        assertThat(differences(BYTES, base, head)).isEmpty();
        assertThat(differences(BYTES, base, response("{\"at\":1}")))
                .containsExactly("head answers always the same bytes, base other bytes each time");
        assertThat(differences(BYTES, base, common(response("[1]"), response("[2]"))))
                .containsExactly("head answers JSON of another structure than base");
    }

    @Test
    void anUnexpectedStatusIsTheOneThatIsKept() {
        var head = common(response("{}"), response(503, "{}"));

        assertThat(head.status()).isEqualTo(503);
        assertThat(differences(rule(Same.STATUS), response("{}"), head)).containsExactly("head answers 503, base 200");
    }

    @Test
    void oneMoreStatementIsOtherWorkAndAStrayOneOfOneTrialIsNot() {
        var base = response("{}").serving(Map.of("mysql", 4.0, "redis", 1.0));

        assertThat(differences(BYTES, base, response("{}").serving(Map.of("mysql", 5.0, "redis", 1.0))))
                .containsExactly("head asks mysql 5 times per request, base 4");
        var stray = common(
                response("{}").serving(Map.of("mysql", 13 / 3.0, "redis", 1.0)),
                response("{}").serving(Map.of("mysql", 4.0, "redis", 1.0)));
        assertThat(differences(BYTES, base, stray)).isEmpty();
    }

    @Test
    void aVariantMayDifferForAReason() {
        var rule = new WorkRule(Optional.of(Same.BYTES), Map.of("base", "it is there to show that"));

        assertThat(differences(rule, response("{}"), response("[]"))).isEmpty();
        var looks = new LinkedHashMap<>(Map.of("base", List.of(response("{}"))));
        assertThat(WorkCheck.of(rule, WorkRule.IN_TABLES, looks, 200).notes())
                .containsExactly("base does other work by intention: it is there to show that");
    }

    @Test
    void eachRunIsHeldAgainstTheFirstOne() {
        var run = SyntheticRun.of("base", "head").blocks(2).levels(10).levelSeconds(2);
        var runs = List.of(
                run.run(), run.statements("base", 4).statements("head", 4).run());

        var found = WorkCheck.of(runs, each -> each.trials().stream(), WorkRule.IN_TABLES)
                .differences();

        assertThat(found)
                .extracting(WorkDifference::field)
                .containsExactly("work.base.served.mysql", "work.head.served.mysql");
        assertThat(found).extracting(WorkDifference::found).containsOnly("4 per request");
    }

    /** A stored result is judged by the scenario that it holds: no cure would reach it. */
    @Test
    void whatAGateLetThroughATableShowsWithANote() {
        var run = SyntheticRun.eachTrial(
                SyntheticRun.of("base", "head")
                        .blocks(2)
                        .levels(10)
                        .levelSeconds(2)
                        .run(),
                trial -> Copy.of(trial)
                        .with(
                                "setup.work",
                                Optional.of(response(200, trial.id().variant().equals("base") ? "[1]" : "[2]")))
                        .made());
        var gated = Copy.of(run)
                .with("layout.design.gate", Optional.of(new Design.GateReference("pr", "0".repeat(64))))
                .made();

        var asTable = WorkCheck.of(List.of(run), each -> each.trials().stream(), WorkRule.IN_TABLES);
        var asGate = WorkCheck.of(List.of(gated), each -> each.trials().stream(), WorkRule.IN_TABLES);

        assertThat(asTable.differences()).extracting(WorkDifference::field).containsExactly("work.head.body");
        assertThat(asGate.differences()).isEmpty();
        assertThat(asGate.notes()).singleElement().asString().startsWith("head answers other bytes than base");
    }

    @Test
    void onlyTheTrialsThatCountAreLookedAt() {
        var run = SyntheticRun.of("base", "head")
                .blocks(2)
                .levels(10)
                .levelSeconds(2)
                .statements("head", 4)
                .run();

        assertThat(WorkCheck.of(
                                List.of(run),
                                each -> each.trials().stream()
                                        .filter(trial -> trial.id().variant().equals("base")),
                                WorkRule.IN_TABLES)
                        .differences())
                .isEmpty();
    }

    @Test
    void aTypeOfContentIsPartOfTheWork() {
        var plain = Work.of(200, Optional.empty(), new byte[0]);

        assertThat(differences(BYTES, plain, Work.of(200, Optional.of("text/plain"), new byte[0])))
                .containsExactly("head answers text/plain, base no content type");
    }

    @Test
    void oneThatDidNotAnswerIsNamedAndNoneIfNoneWasAsked() {
        var looks = new LinkedHashMap<String, List<Work>>();
        looks.put("base", List.of());
        looks.put("head", List.of());
        assertThat(words(BYTES, looks)).isEmpty();
        assertThat(WorkCheck.of(BYTES, WorkRule.IN_TABLES, looks, 200).notes())
                .containsExactly("what a request makes base, head do was not looked at");

        looks.put("head", List.of(response("{}")));
        assertThat(words(BYTES, looks)).containsExactly("base did not answer the single requests before the load");
    }

    /** Of several answers that which was not expected counts; what is expected, the scenario in the result says. */
    @ParameterizedTest
    @ValueSource(strings = {"request", "requests.list", "journeys.buy.steps.login"})
    void theExpectedStatusIsThatOfTheFirstRequest(String place) {
        Object document = Map.of("expect", Map.of("status", List.of(201, 202)));
        var keys = new ArrayList<>(List.of(place.split("\\.")));
        while (!keys.isEmpty()) {
            document = Map.of(keys.removeLast(), document);
        }
        var run = SyntheticRun.eachTrial(
                SyntheticRun.of("base", "head")
                        .blocks(2)
                        .levels(10)
                        .levelSeconds(2)
                        .run(),
                trial -> Copy.of(trial)
                        .with(
                                "setup.work",
                                Optional.of(response(
                                        trial.id().variant().equals("base")
                                                        == (trial.id().block() == 1)
                                                ? 201
                                                : 409,
                                        "[1]")))
                        .made());
        var stated = Copy.of(run).with("scenario.document", document).made();

        assertThat(WorkCheck.of(List.of(run), each -> each.trials().stream(), WorkRule.IN_TABLES)
                        .differences())
                .extracting(WorkDifference::field)
                .containsExactly("work.head.status");
        assertThat(WorkCheck.of(List.of(stated), each -> each.trials().stream(), WorkRule.IN_TABLES)
                        .differences())
                .isEmpty();
    }
}
