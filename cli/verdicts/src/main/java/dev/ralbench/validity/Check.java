package dev.ralbench.validity;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Something that may speak against the findings of a trial, and from where on it does. Pure. */
interface Check {
    /** What is said of it in {@code results/README.md}: a row for each figure that it looks at. */
    List<Row> rows();

    /** What it finds to say; nothing where all is well. */
    Stream<CheckFinding> doubts(TrialEvidence evidence);

    /**
     * A row of that table.
     *
     * @param figure that is looked at
     * @param limit empty where nothing is counted
     * @param verdict beyond the limit
     */
    record Row(String figure, String limit, String verdict) {}

    /** One that takes more than a figure and a limit. */
    static Check of(Row row, Function<TrialEvidence, Optional<CheckFinding>> doubt) {
        return ofSeveral(List.of(row), evidence -> doubt.apply(evidence).stream());
    }

    /** The same where several figures are looked at together, or several things may be said of one. */
    static Check ofSeveral(List<Row> rows, Function<TrialEvidence, Stream<CheckFinding>> doubts) {
        return new Check() {
            @Override
            public List<Row> rows() {
                return rows;
            }

            @Override
            public Stream<CheckFinding> doubts(TrialEvidence evidence) {
                return doubts.apply(evidence);
            }
        };
    }
}
