package dev.ralbench.trial.watch;

import dev.ralbench.load.LoadShape;
import dev.ralbench.result.Slo.Judgement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which levels a search for the most users holds: ever more by 26 % until two in a row miss the objective, then from the
 * last one kept on by 6 %, and at last a second time those in between that are not decided. Pure.
 */
final class SearchCourse {
    /** What follows a level. */
    sealed interface Next {
        /** The level after it, as planned. */
        record AsPlanned() implements Next {}

        /** Other levels than planned, at least one. */
        record Levels(List<Integer> users) implements Next {}

        /** Nothing more. */
        record End() implements Next {}
    }

    private enum Part {
        CLIMB,
        FINE,
        AGAIN
    }

    private final LoadShape.Climb climb;
    private final TreeMap<Integer, Judgement> judged = new TreeMap<>();
    private final Set<Integer> heldTwice = new HashSet<>();
    private Part part = Part.CLIMB;
    private Deque<Integer> ahead;
    private boolean hasMissed;
    /** Whether a level was held after the climb. */
    private boolean hasBegunAgain;

    SearchCourse(LoadShape.Climb climb) {
        this.climb = climb;
        this.ahead = new ArrayDeque<>(climb.levels());
    }

    /**
     * What follows a level.
     *
     * @param judgement by all holds of the level
     * @param alone by the last hold alone
     */
    Next after(int users, Judgement judgement, Judgement alone) {
        boolean isBackFromOverload = part == Part.FINE && !hasBegunAgain;
        hasBegunAgain = part != Part.CLIMB;
        if (isBackFromOverload && alone == Judgement.MISSED) {
            return new Next.End(); // the target has not recovered, and shows nothing any more
        }
        ahead.poll();
        if (judged.put(users, judgement) != null) {
            heldTwice.add(users);
        }
        boolean isMissedAgain = judgement == Judgement.MISSED && hasMissed;
        hasMissed = judgement == Judgement.MISSED;
        boolean isOver = ahead.isEmpty() || (isMissedAgain && part != Part.AGAIN);
        if (!isOver) {
            return new Next.AsPlanned();
        }
        hasMissed = false;
        if (part == Part.CLIMB) {
            part = Part.FINE;
            var fine = fine();
            if (!fine.isEmpty()) {
                return held(fine);
            }
        }
        if (part == Part.FINE) {
            part = Part.AGAIN;
            var again = undecided();
            if (!again.isEmpty()) {
                return held(again);
            }
        }
        return new Next.End();
    }

    private Next held(List<Integer> levels) {
        ahead = new ArrayDeque<>(levels);
        return new Next.Levels(levels);
    }

    /** The first of two levels in a row that miss it, or the last of all if that does. */
    private Optional<Integer> missed() {
        Optional<Integer> before = Optional.empty();
        for (var level : judged.entrySet()) {
            if (level.getValue() != Judgement.MISSED) {
                before = Optional.empty();
            } else if (before.isPresent()) {
                return before;
            } else {
                before = Optional.of(level.getKey());
            }
        }
        return before;
    }

    private Optional<Integer> lastKeptBelow(int users) {
        return judged.headMap(users, false).descendingMap().entrySet().stream()
                .filter(level -> level.getValue() == Judgement.MET)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** None where nothing was missed, or everything, or no number of users lies between kept and missed. */
    private List<Integer> fine() {
        return missed().flatMap(missed -> lastKeptBelow(missed)
                        .or(() -> Optional.of(judged.firstKey()).filter(first -> first < missed))
                        .map(lowest -> climb.fineLevels(lowest, missed)))
                .filter(levels -> levels.size() > 1)
                .orElse(List.of());
    }

    private List<Integer> undecided() {
        int below = missed().orElse(Integer.MAX_VALUE);
        int above = lastKeptBelow(below).orElse(0);
        return judged.subMap(above, false, below, false).entrySet().stream()
                .filter(level -> level.getValue() == Judgement.UNCLEAR && !heldTwice.contains(level.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
