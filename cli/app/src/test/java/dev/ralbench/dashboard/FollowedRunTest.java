package dev.ralbench.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run's listener is told becomes what the page is told, and no more of the course than it lacks. */
class FollowedRunTest {
    private static final int MOST_SECONDS = 20;

    private final KeptListener listener = new KeptListener();
    private final LiveState state = new LiveState(MOST_SECONDS);
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
        assertThat(last.at("/now/ofRun/planned").isNull()).isTrue();
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
            run.second("base", 1);
        }

        var seconds = whole().at("/seconds/base");
        assertThat(seconds).hasSize(MOST_SECONDS / 2 + 1);
        assertThat(seconds.get(1).get(0).asDouble()).isEqualTo(3);
        assertThat(seconds.get(seconds.size() - 1).get(0).asDouble()).isEqualTo(MOST_SECONDS + 1);
    }

    @Test
    void whatIsWrongIsNoted() {
        run.isNotWritten();

        assertThat(whole().at("/notes/0").asString()).isEqualTo("the disk is full");
    }
}
