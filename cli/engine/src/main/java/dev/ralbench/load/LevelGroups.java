package dev.ralbench.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;

/** Sorts the phases of a load, planned or measured, into levels. */
public final class LevelGroups {
    private LevelGroups() {}

    /**
     * Where a phase belongs.
     *
     * @param level without its occurrence
     * @param isShared whether phases that are the same in everything are one level, wherever they are in the load; any
     *     other phase is a level of its own
     * @param details properties that must match too
     */
    public record Member(Level level, boolean isShared, List<Object> details) {
        public Member {
            details = List.copyOf(details);
        }
    }

    /** The phases of each level, in the order in which levels begin. */
    public static <T> SequencedMap<Level, List<T>> of(List<T> phases, Function<T, Member> member) {
        var groups = new LinkedHashMap<Object, List<T>>();
        var levels = new ArrayList<Level>();
        for (var phase : phases) {
            var belongs = member.apply(phase);
            Object key = belongs.isShared() ? belongs : groups.size();
            if (!groups.containsKey(key)) {
                levels.add(belongs.level());
            }
            groups.computeIfAbsent(key, absent -> new ArrayList<>()).add(phase);
        }
        return numbered(levels, List.copyOf(groups.values()));
    }

    private static <T> SequencedMap<Level, List<T>> numbered(List<Level> levels, List<List<T>> phases) {
        Map<Level, Integer> counts = new HashMap<>();
        var numbered = new LinkedHashMap<Level, List<T>>();
        for (int i = 0; i < levels.size(); i++) {
            int occurrence = counts.merge(levels.get(i), 1, Integer::sum);
            numbered.put(levels.get(i).occurring(occurrence), List.copyOf(phases.get(i)));
        }
        return numbered;
    }
}
