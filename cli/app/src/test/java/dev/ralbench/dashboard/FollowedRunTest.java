package dev.ralbench.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.result.Slo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run's listener is told becomes what the page is told, and no more of the course than it lacks. */
class FollowedRunTest {
    private static final int MOST_SECONDS = 20;

    private final KeptListener listener = new KeptListener();
    private final LiveState state = new LiveState(List.of("shop"), text -> text.replace("secret", "***"), MOST_SECONDS);
    private final List<JsonNode> changes = new ArrayList<>();
    private boolean isThere;
    private int newcomers;
    private final ScriptedRun run = new ScriptedRun(new FollowedRun(
            listener,
            new FollowedRun.Audience() {
                @Override
                public boolean isThere() {
                    return isThere;
                }

                @Override
                public int newcomers() {
                    return newcomers;
                }
            },
            change -> {
                change.accept(state);
                changes.add(json(state.takeChange()));
            }));

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private void someoneComes() {
        isThere = true;
        newcomers++;
    }

    private JsonNode whole() {
        return json(state.whole());
    }

    private static List<Double> numbers(JsonNode array) {
        return numbers(array, 0, array.size());
    }

    private static List<Double> numbers(JsonNode array, int from, int to) {
        return array.valueStream()
                .skip(from)
                .limit(to - from)
                .map(JsonNode::asDouble)
                .toList();
    }

    @Test
    void theListenerHearsAllThatItWouldHaveHeard() {
        run.begins();
        run.trialStarts("base");
        run.second("base", 100);
        run.isNotWritten();
        run.trialEnds(0);

        assertThat(listener.told)
                .containsExactly(
                        "runStarting",
                        "trialStarting",
                        "progress",
                        "progress",
                        "progress",
                        "resultNotWritten",
                        "trialEnded");
    }

    @Test
    void nobodyIsThereAndNoCourseIsAskedFor() {
        run.begins();
        run.trialStarts("base");
        run.second("base", 100);
        run.second("base", 200);

        assertThat(run.asked).isEmpty();
        assertThat(whole().at("/seconds/base")).hasSize(2);
    }

    @Test
    void aSecondIsToldOnceWithItsRates() {
        run.begins();
        run.trialStarts("base");
        changes.clear();
        run.second("base", 100);
        run.second("base", 200);
        run.shortSecond("base");

        assertThat(changes).hasSize(2);
        var last = changes.getLast();
        assertThat(last.at("/seconds/base")).hasSize(1);
        assertThat(numbers(last.at("/seconds/base/0"), 0, 3)).containsExactly(2.0, 200.0, 20.0);
        assertThat(last.at("/seconds/base/0/3").isNull())
                .as("too few for a p99")
                .isTrue();
        assertThat(numbers(last.at("/seconds/base/0"), 4, 6)).containsExactly(7.0, 2.0);
        assertThat(last.at("/seconds/base/0/6").asString()).isEqualTo("8 users");
        assertThat(last.at("/now/failures").asInt()).isEqualTo(4);
        assertThat(last.at("/now/target/threads").asInt()).isEqualTo(34);
        assertThat(last.at("/progress/ofTrial/planned").asDouble()).isEqualTo(20);
        assertThat(last.at("/progress/ofRun/planned").isNull()).isTrue();
    }

    /** The second sample has 100 responses, and is 1 s long; the one before it is in the totals alone. */
    @Test
    void aRateIsOfAllThatHasHappenedSinceTheSecondBefore() {
        run.begins();
        run.trialStarts("base");
        run.second("base", 100);
        run.sampleForOthers(70);
        run.second("base", 100);

        var last = changes.getLast();
        assertThat(last.at("/seconds/base/0/1").asDouble()).isCloseTo(100, within(1e-9));
        assertThat(last.at("/now/goodput").asDouble()).isCloseTo(100, within(1e-9));
        assertThat(last.at("/seconds/base/0/5").asDouble()).as("failures").isCloseTo(3 / 1.7, within(1e-9));
        assertThat(last.at("/seconds/base/0/7").asDouble()).as("its length").isCloseTo(1.7, within(1e-9));
    }

    @Test
    void whatIsTooShortForARateCountsForTheNextSecond() {
        run.begins();
        run.trialStarts("base");
        run.second("base", 100);
        run.shortSecond("base");
        run.second("base", 109);

        assertThat(changes.getLast().at("/seconds/base/0/1").asDouble()).isCloseTo(100, within(1e-9));
    }

    @Test
    void thePageIsToldTheStepsThatItLacksAndTheLastOneAgain() {
        someoneComes();
        run.begins();
        run.trialStarts("base");
        for (int i = 0; i < 4; i++) {
            run.second("base", 100);
        }

        assertThat(run.asked).containsExactly(0, 0, 1, 2);
        var course = changes.getLast().at("/course/base");
        assertThat(course.at("/startSeconds").asDouble()).isEqualTo(2);
        assertThat(numbers(course.at("/values/threads"))).containsExactly(32.0, 33.0);
    }

    @Test
    void whoComesLaterHasAllStepsWithTheNextSecond() {
        someoneComes();
        run.begins();
        run.trialStarts("base");
        run.second("base", 100);
        run.second("base", 100);
        someoneComes();
        run.second("base", 100);
        run.second("base", 100);

        assertThat(run.asked).containsExactly(0, 0, 0, 2);
        assertThat(changes.get(changes.size() - 2).at("/course/base/values/threads"))
                .hasSize(3);
    }

    @Test
    void aCourseThatIsFoldedIsToldFromItsBeginning() {
        someoneComes();
        run.begins();
        run.trialStarts("base");
        for (int i = 0; i < 5; i++) {
            run.second("base", 100);
        }
        run.folds();
        run.second("base", 100);
        assertThat(changes.getLast().has("course"))
                .as("fewer steps than the page has: nothing is new")
                .isFalse();
        for (int i = 0; i < 4; i++) {
            run.second("base", 100);
        }

        var course = changes.getLast().at("/course/base");
        assertThat(course.at("/stepSeconds").asDouble()).isEqualTo(2);
        assertThat(course.at("/startSeconds").asDouble()).isZero();
        assertThat(course.at("/values/threads")).hasSize(5);
    }

    @Test
    void trialsAreToldOneByOneAndKeptForThoseWhoComeLater() {
        run.begins();
        run.trialStarts("base");
        run.second("base", 100);
        run.trialEnds(0);
        assertThat(whole().at("/progress/ofRun/seconds").asDouble())
                .as("also while the next one is prepared")
                .isEqualTo(1);
        assertThat(changes.getLast().at("/run/trials")).hasSize(1);
        assertThat(whole().at("/seconds/base").isMissingNode())
                .as("its result has them")
                .isTrue();
        run.trialStarts("head");
        run.trialEnds(1);

        assertThat(changes.getLast().at("/run/trials")).hasSize(1);
        assertThat(changes.getLast().at("/run/trials/0/variant").asString()).isEqualTo("head");
        assertThat(whole().at("/run/trials")).hasSize(2);
        assertThat(whole().at("/run/runId").asString())
                .isEqualTo(ScriptedRun.WHOLE.origin().runId());
    }

    @Test
    void aLoadOfManyHoursIsThinned() {
        run.begins();
        run.trialStarts("base");
        for (int i = 0; i <= MOST_SECONDS; i++) {
            run.second("base", i);
        }

        var seconds = whole().at("/seconds/base");
        assertThat(seconds).hasSize(MOST_SECONDS / 2 + 1);
        assertThat(numbers(seconds.get(1), 0, 3)).as("two seconds as one").containsExactly(4.0, 2.5, 20.0);
        assertThat(seconds.get(1).get(7).asDouble()).as("its length").isEqualTo(2);
        assertThat(seconds.get(seconds.size() - 1).get(7).asDouble()).isEqualTo(1);
        assertThat(seconds.get(seconds.size() - 1).get(0).asDouble()).isEqualTo(MOST_SECONDS + 1);
    }

    @Test
    void twoSecondsAreOneAsTheReportAddsUpItsOwn() {
        var first = new LivePoint(1, 1, 100, OptionalDouble.of(10), OptionalDouble.of(90), 4, 2, "4 users");
        var second = new LivePoint(3, 2, 40, OptionalDouble.empty(), OptionalDouble.of(30), 8, 8, "8 users");

        assertThat(first.with(second))
                .isEqualTo(new LivePoint(3, 3, 60, OptionalDouble.of(10), OptionalDouble.of(90), 8, 6, "8 users"));
    }

    @Test
    void levelsOfASearchAreToldOnceAndKeptForThoseWhoComeLaterUntilTheNextLoad() {
        run.begins();
        run.trialStarts("base");
        run.levelJudged("base", "8 users", Slo.Judgement.MET);
        run.levelJudged("base", "16 users", Slo.Judgement.MISSED);

        assertThat(changes.getLast().at("/judged/base")).hasSize(1);
        assertThat(changes.getLast().at("/judged/base/0/level").asString()).isEqualTo("16 users");
        assertThat(whole().at("/judged/base")
                        .valueStream()
                        .map(each -> each.get("judgement").asString()))
                .containsExactly("met", "missed");
        run.trialStarts("head");
        assertThat(whole().at("/judged").isEmpty()).isTrue();
    }

    @Test
    void onlyASearchHasAnObjective() {
        run.begins();
        assertThat(whole().at("/objective").isNull()).isTrue();

        run.beginsSearch("<=200ms");
        assertThat(changes.getLast().at("/objective").asString()).isEqualTo("p99 at most 200 ms, errors at most 1 %");
    }

    @Test
    void eachScenarioHasAReportOrFails() {
        var several = new LiveState(List.of("a", "b", "c"), text -> text);
        several.scenarioBegins();
        several.finished("report");
        several.scenarioBegins();
        several.scenarioFails();
        several.scenarioBegins();

        assertThat(json(several.whole())
                        .at("/scenarios")
                        .valueStream()
                        .map(each -> each.get("state").asString()))
                .containsExactly("reported", "failed", "running");
        assertThat(json(several.takeChange()).at("/scenarios")).hasSize(3);
    }

    @Test
    void aGateKeepsItsLastLookUntilItsRunHasAReport() {
        state.gate(new LiveGate("pr", true, List.of(6, 9), 0, Optional.empty()));
        state.gateCounts(6);
        state.gateLooks(new LiveGate.Look(6, Map.of("decision", "CONTINUE")));
        state.gateCounts(7);

        assertThat(whole().at("/gate/counted").asInt()).isEqualTo(7);
        assertThat(whole().at("/gate/last/counted").asInt()).isEqualTo(6);
        assertThat(whole().at("/gate/last/comparison/decision").asString()).isEqualTo("CONTINUE");
        assertThat(json(state.takeChange()).at("/gate/looks")).hasSize(2);
        state.finished("report");
        assertThat(whole().at("/gate").isNull()).isTrue();
        assertThat(json(state.takeChange()).get("gate").isNull())
                .as("also told")
                .isTrue();
    }

    /** Also for those who come when the run has its report. */
    @Test
    void aTrialThatFailedIsNoted() {
        run.begins();
        run.trialStarts("base");
        run.trialFails(0, "no answer");
        state.finished("report");

        assertThat(whole().at("/notes/0").asString()).isEqualTo("base, block 1: no answer");
    }

    @Test
    void whatIsWrongIsNotedWithoutPasswords() {
        run.isNotWritten();

        assertThat(whole().at("/notes/0").asString()).isEqualTo("the disk at ftp://a:***@b is full");
        assertThat(changes.getLast().at("/notes/0").asString()).isEqualTo("the disk at ftp://a:***@b is full");
    }
}
