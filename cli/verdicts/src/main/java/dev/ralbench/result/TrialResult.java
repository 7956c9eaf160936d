package dev.ralbench.result;

import dev.ralbench.measurement.Measurement;
import java.util.List;
import java.util.Optional;

/**
 * One variant measured once on a fresh target.
 *
 * @param id which trial of the run it is
 * @param setup that was started for it
 * @param failure why there is no measurement, or why it ended early
 * @param measurement the findings, if the load began
 * @param capacity result of a search for the most users, if the load was one
 * @param validity whether they can be trusted
 * @param generators that each ran a part of the load, if the result is one that was merged of theirs
 */
public record TrialResult(
        TrialId id,
        Status status,
        TrialSetup setup,
        Optional<TrialFailure> failure,
        Optional<Measurement> measurement,
        Optional<CapacityResult> capacity,
        Validity validity,
        Optional<List<GeneratorPart>> generators) {
    public TrialResult {
        generators = generators.map(List::copyOf);
    }

    /** One whose load one generator ran. */
    public TrialResult(
            TrialId id,
            Status status,
            TrialSetup setup,
            Optional<TrialFailure> failure,
            Optional<Measurement> measurement,
            Optional<CapacityResult> capacity,
            Validity validity) {
        this(id, status, setup, failure, measurement, capacity, validity, Optional.empty());
    }

    /** Whether no load was begun because of the answers before it: it was looked at, and that was all. */
    public boolean wasRefused() {
        return status == Status.FAILED
                && setup.work().isPresent()
                && setup.startUp().isEmpty();
    }

    /** Whether no load was begun because the variants of its block do not do the same work. */
    public boolean wasRefusedForItsWork() {
        return wasRefused() && setup.work().flatMap(Work::shown).isPresent();
    }

    /** Whether its figures count: it was completed and is not invalid. */
    public boolean counts() {
        return status == Status.COMPLETE && validity.verdict() != ValidityLevel.INVALID && measurement.isPresent();
    }

    /** Whether it ended before its plan did, through no wish of the user. */
    public boolean hasFailed() {
        return status == Status.FAILED || status == Status.BEYOND_LIMIT;
    }

    /** How a trial ended. */
    public enum Status {
        COMPLETE,
        /** Nothing, or not everything, could be measured. */
        FAILED,
        /** The limits of {@code load.abortWhen} ended its load. */
        BEYOND_LIMIT,
        /** Stopped by the user. */
        ABORTED,
    }

    /**
     * Whether a trial can be trusted.
     *
     * @param reasons why it is suspect or invalid, with numbers; empty if it is valid
     * @param remedies what to do about reasons, each a part of the reasons that it helps against; results of earlier
     *     versions have none
     */
    public record Validity(ValidityLevel verdict, List<String> reasons, Optional<List<String>> remedies) {
        public Validity {
            reasons = List.copyOf(reasons);
            remedies = remedies.map(List::copyOf);
        }

        /** Without remedies. */
        public Validity(ValidityLevel verdict, List<String> reasons) {
            this(verdict, reasons, Optional.of(List.of()));
        }

        public static Validity valid() {
            return new Validity(ValidityLevel.VALID, List.of());
        }
    }

    /** Three answers: a suspect trial counts, and its reasons are shown. */
    public enum ValidityLevel {
        VALID,
        /** True as measured, but of limited meaning for the target. */
        SUSPECT,
        /** Do not use. */
        INVALID,
    }
}
