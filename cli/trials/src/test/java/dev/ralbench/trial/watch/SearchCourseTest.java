package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadShape;
import dev.ralbench.result.Slo.Judgement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SearchCourseTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** The levels that are held if each judges so, in their order. */
    private static List<Integer> held(int from, int to, IntFunction<Judgement> judged) {
        var climb = new LoadShape.Climb(from, to, SECOND, SECOND);
        var course = new SearchCourse(climb);
        var ahead = new ArrayDeque<>(climb.levels());
        var held = new ArrayList<Integer>();
        while (!ahead.isEmpty()) {
            int users = ahead.remove();
            held.add(users);
            switch (after(course, users, judged)) {
                case SearchCourse.Next.AsPlanned planned -> {}
                case SearchCourse.Next.Levels levels -> {
                    ahead.clear();
                    ahead.addAll(levels.users());
                }
                case SearchCourse.Next.End end -> ahead.clear();
            }
        }
        return held;
    }

    private static SearchCourse.Next after(SearchCourse course, int users, IntFunction<Judgement> judged) {
        var judgement = judged.apply(users);
        return course.after(users, judgement, judgement);
    }

    private static Judgement upTo(int kept, int missed, int users) {
        return users <= kept ? Judgement.MET : users >= missed ? Judgement.MISSED : Judgement.UNCLEAR;
    }

    @Test
    void betweenKeptAndMissedItGoesOnInFinerSteps() {
        assertThat(held(64, 1024, users -> upTo(250, 251, users)))
                .containsExactly(64, 81, 102, 128, 161, 203, 256, 323, 203, 215, 228, 241);
    }

    @Test
    void finerLevelsEndWhenTwoInARowMissIt() {
        assertThat(held(64, 1024, users -> upTo(205, 206, users)))
                .containsExactly(64, 81, 102, 128, 161, 203, 256, 323, 203, 215, 228);
    }

    @Test
    void levelsThatAreNotDecidedAreHeldASecondTime() {
        var seen = new HashMap<Integer, Integer>();
        var held = held(
                64,
                1024,
                users -> seen.merge(users, 1, Integer::sum) > 1 ? upTo(230, 231, users) : upTo(203, 256, users));
        assertThat(held).containsExactly(64, 81, 102, 128, 161, 203, 256, 323, 203, 215, 228, 241, 215, 228, 241);
    }

    @Test
    void aLevelIsHeldTwiceAtMost() {
        var held = held(64, 1024, users -> upTo(150, 400, users));
        assertThat(Map.copyOf(held.stream().collect(Collectors.groupingBy(users -> users, Collectors.counting()))))
                .allSatisfy((users, times) -> assertThat(times).isLessThanOrEqualTo(2));
        assertThat(held).endsWith(152, 171, 181, 192, 215, 228, 242, 271, 287, 304, 342, 362, 384);
    }

    @Test
    void aTargetThatMissesItFromTheStartIsLeftAlone() {
        assertThat(held(8, 64, users -> Judgement.MISSED)).containsExactly(8, 10);
    }

    @Test
    void whatIsNeverMissedHasNoKneeToLookAt() {
        assertThat(held(8, 16, users -> Judgement.MET)).containsExactly(8, 10, 13, 16);
        assertThat(held(8, 16, users -> users == 16 ? Judgement.UNCLEAR : Judgement.MET))
                .containsExactly(8, 10, 13, 16, 16);
    }

    /** What it kept before, it misses by itself now. */
    @Test
    void aTargetThatDoesNotRecoverEndsTheSearch() {
        var seen = new HashMap<Integer, Integer>();
        assertThat(held(
                        64,
                        1024,
                        users -> seen.merge(users, 1, Integer::sum) > 1 ? Judgement.MISSED : upTo(203, 204, users)))
                .containsExactly(64, 81, 102, 128, 161, 203, 256, 323, 203);
    }

    @Test
    void betweenNeighbouringNumbersThereIsNothing() {
        assertThat(held(1, 4, users -> upTo(1, 2, users))).containsExactly(1, 2, 3);
    }
}
