package dev.ralbench.validity;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** A reason to distrust a trial's findings, and its limit. Pure. */
interface Check {
    /** The rows that document this check in {@code docs/reference/results.md}: one for each figure that it watches. */
    List<CheckRow> rows();

    /** The reasons to distrust the trial; none if all is well. */
    Stream<CheckFinding> findings(TrialEvidence evidence);

    /** A check with at most one finding, for conditions that need more than a figure and a limit. */
    static Check of(CheckRow row, Function<TrialEvidence, Optional<CheckFinding>> finding) {
        return ofSeveral(List.of(row), evidence -> finding.apply(evidence).stream());
    }

    /** A check of several figures that are judged together, or of one figure that can have several findings. */
    static Check ofSeveral(List<CheckRow> rows, Function<TrialEvidence, Stream<CheckFinding>> findings) {
        return new Check() {
            @Override
            public List<CheckRow> rows() {
                return rows;
            }

            @Override
            public Stream<CheckFinding> findings(TrialEvidence evidence) {
                return findings.apply(evidence);
            }
        };
    }
}
