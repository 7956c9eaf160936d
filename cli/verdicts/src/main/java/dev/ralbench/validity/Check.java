package dev.ralbench.validity;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Something that may speak against the findings of a trial, and from where on it does. Pure. */
interface Check {
    /** Its rows in {@code results/README.md}: one for each figure that it watches. */
    List<CheckRow> rows();

    /** What it finds to say; nothing where all is well. */
    Stream<CheckFinding> findings(TrialEvidence evidence);

    /** One that takes more than a figure and a limit. */
    static Check of(CheckRow row, Function<TrialEvidence, Optional<CheckFinding>> finding) {
        return ofSeveral(List.of(row), evidence -> finding.apply(evidence).stream());
    }

    /** The same for several figures that are judged together, or a figure with several findings. */
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
