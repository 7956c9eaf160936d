package dev.ralbench.validity;

import dev.ralbench.load.Phase;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.PlacementResult;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Says whether the findings of a trial can be trusted, with the numbers that speak against it. Pure. */
public final class ValidityJudge {
    private static final List<Check> OF_GENERATORS = Stream.of(
                    Stream.of(OpenChecks.TIMING), GeneratorChecks.all().stream(), Stream.of(PlacementCheck.CHECK))
            .flatMap(checks -> checks)
            .toList();

    private static final List<Check> CHECKS = Stream.of(
                    Stream.of(
                            PlanChecks.COMPLETENESS,
                            TargetChecks.CHECK,
                            TargetMachineCheck.CHECK,
                            ResendCheck.CHECK,
                            PlanChecks.USER_SECONDS,
                            PlanChecks.STOPPED,
                            OpenChecks.ARRIVALS,
                            PlanChecks.WARM_UP,
                            LevelChecks.LITTLES_LAW,
                            LevelChecks.STEADINESS,
                            LevelChecks.COMPILING,
                            LevelChecks.STARVED),
                    OF_GENERATORS.stream())
            .flatMap(checks -> checks)
            .toList();

    private ValidityJudge() {}

    /** The documentation of each check, in the order of evaluation. */
    static List<CheckRow> rows() {
        return Stream.concat(CHECKS.stream().flatMap(check -> check.rows().stream()), Stream.of(AgentClockCheck.ROW))
                .toList();
    }

    /** The validity of a trial that has no measurement. */
    public static Validity nothingMeasured(Status status) {
        return new Validity(
                ValidityLevel.INVALID,
                List.of(status == Status.ABORTED ? "stopped before the load began" : "nothing was measured"));
    }

    /**
     * Judges a trial that has a measurement.
     *
     * @param timeline as it was run: the phase of each window
     * @param ceiling of the generator
     * @param failuresExpected whether the variant is meant to show failed requests
     * @param placement where threads were seen, if CPUs were divided
     */
    public static Validity judge(
            Measurement measurement,
            UserTimeline timeline,
            Status status,
            Ceiling ceiling,
            boolean failuresExpected,
            Optional<PlacementResult> placement) {
        var ofTarget = failuresExpected ? TargetChecks.exceptFailures(measurement) : TargetChecks.of(measurement);
        return judge(new TrialEvidence(measurement, timeline, status, ceiling, ofTarget, placement));
    }

    /**
     * Judges a trial of a search for capacity, up to the level at which the target began to miss the objective: instability
     * and errors beyond are the aim of the search.
     *
     * @param found all that the search measured; the other inputs are those of {@link #judge}
     */
    public static Validity judgeSearch(
            Measurement found,
            Slo objective,
            UserTimeline timeline,
            Status status,
            Ceiling ceiling,
            boolean failuresExpected,
            Optional<PlacementResult> placement) {
        var judged = UpToTheKnee.of(found, objective);
        var ofTarget = failuresExpected ? TargetChecks.exceptFailures(judged.measurement()) : judged.ofTarget();
        return judge(new TrialEvidence(judged.measurement(), timeline, status, ceiling, ofTarget, placement));
    }

    /**
     * Judges one of several generators of a load by what it alone knows; what the load and its target were is judged by the
     * process that leads, of all parts together.
     *
     * @param found its own part; the other inputs are those of {@link #judge}
     */
    public static Validity judgePart(
            Measurement found,
            UserTimeline timeline,
            Status status,
            Ceiling ceiling,
            Optional<PlacementResult> placement) {
        var ofTarget = TargetChecks.exceptFailures(found);
        return judge(new TrialEvidence(found, timeline, status, ceiling, ofTarget, placement), OF_GENERATORS.stream());
    }

    /**
     * Judges whether agents measured at the same time.
     *
     * @param found by all of them together
     */
    public static Validity judgeClocks(List<GeneratorPart> agents, Measurement found) {
        return validity(AgentClockCheck.findings(agents, found).toList());
    }

    private static Validity judge(TrialEvidence evidence) {
        return judge(evidence, CHECKS.stream());
    }

    private static Validity judge(TrialEvidence evidence, Stream<Check> checks) {
        return validity(checks.flatMap(check -> check.findings(evidence)).toList());
    }

    private static Validity validity(List<CheckFinding> findings) {
        var worst = findings.stream()
                .map(CheckFinding::validity)
                .max(ValidityLevel::compareTo)
                .orElse(ValidityLevel.VALID);
        return new Validity(
                worst,
                findings.stream().map(CheckFinding::reason).toList(),
                Optional.of(findings.stream()
                        .flatMap(finding -> finding.remedy().stream())
                        .map(Remedy::inWords)
                        .distinct()
                        .toList()));
    }

    /** Whether the target itself was at fault, by ending or by not answering, whatever else is in doubt. */
    public static boolean isTargetAtFault(TrialResult trial) {
        return trial.hasFailed()
                || trial.measurement().filter(TargetChecks::isAtFault).isPresent();
    }

    /** Whether the generator, or the time that a warm-up may take, was at fault: it would be the same the next time. */
    public static boolean isLoadAtFault(Measurement measurement) {
        return GeneratorChecks.isBeyondTheGenerator(measurement) || isSlowToWarmUp(measurement);
    }

    /**
     * What kept the machine busy while trials were measured, such as {@code other programs took 38 % of its CPUs}; empty if
     * little did.
     */
    public static Optional<String> busyMachine(List<Measurement> measurements) {
        return OtherPrograms.inWords(measurements);
    }

    private static boolean isSlowToWarmUp(Measurement measurement) {
        return measurement.windows().stream()
                .filter(window -> window.kind() == WindowKind.WARM_UP)
                .anyMatch(window -> window.lengthSeconds() >= Phase.WarmUp.LONGEST.toSeconds());
    }
}
