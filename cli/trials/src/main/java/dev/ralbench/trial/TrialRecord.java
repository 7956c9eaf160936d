package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.CapacityResult;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.PlacementResult;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.ShownAnswer;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialId;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.result.TrialSetup;
import dev.ralbench.result.TrialSetup.ServerResult;
import dev.ralbench.result.TrialSetup.StartUp;
import dev.ralbench.result.TrialSetup.TargetResult;
import dev.ralbench.result.TrialSetup.TlsResult;
import dev.ralbench.result.Work;
import dev.ralbench.secret.Secrets;
import dev.ralbench.trial.calibration.CalibratedGenerator;
import dev.ralbench.trial.watch.Exhaustion;
import dev.ralbench.validity.CeilingCheck;
import dev.ralbench.validity.ValidityJudge;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The record of a trial in progress. However the trial ends, the result includes all of it. */
final class TrialRecord {
    private static final String AFTER_LOAD = "after.load: ";

    private final boolean isPart;
    private final Instant startedAt;
    private final Optional<Slo> objective;
    private final Secrets secrets;
    private Optional<TargetResult> target = Optional.empty();
    private List<ServerResult> servers = List.of();
    private Optional<StartUp> startUp = Optional.empty();
    private Optional<Work> work = Optional.empty();
    /** The answer that the work was seen in, without secrets. */
    private String answer = "";

    private Optional<PlacementResult> placement = Optional.empty();
    private Optional<Measurement> measurement = Optional.empty();
    /** The timeline of the plan, with every repeated warm-up. */
    private Optional<UserTimeline> performed = Optional.empty();

    /** As generators on other machines have seen it, if these sent its load. */
    private List<RemoteGenerators.Part> parts = List.of();

    /** Those of them that were lost. */
    private List<RemoteGenerators.Lost> lost = List.of();

    private Instant partsBegan = Instant.EPOCH;

    private Optional<Failure> failure = Optional.empty();
    /** Whether the user ended the trial. */
    private boolean isStopped;
    /** Whether a limit of the scenario ended its load. */
    private boolean isBeyondItsLimit;
    /** Whether its load ended before its plan did, because two levels had missed the objective. */
    private boolean isCutShort;

    /**
     * @param objective that a search for the most users goes by
     * @param secrets that must be in no text of the result
     */
    TrialRecord(Instant startedAt, Optional<Slo> objective, Secrets secrets) {
        this(startedAt, objective, secrets, false);
    }

    /** @param isPart whether the load is a part of one that another process judges */
    TrialRecord(Instant startedAt, Optional<Slo> objective, Secrets secrets, boolean isPart) {
        this.isPart = isPart;
        this.startedAt = startedAt;
        this.objective = objective;
        this.secrets = secrets;
    }

    void keepServers(List<ServerResult> started) {
        servers = started;
    }

    void keepTarget(TargetResult started) {
        target = Optional.of(started);
    }

    Optional<TargetResult> target() {
        return target;
    }

    List<ServerResult> servers() {
        return servers;
    }

    /** Keeps how the target is reached by https. */
    void keepTls(Optional<TlsResult> seen) {
        target = target.map(started -> started.reachedBy(seen));
    }

    /** @param response one that shows it */
    void keepWork(Optional<Work> seen, String response) {
        work = seen.map(found -> found.masked(this::masked));
        answer = masked(response);
    }

    Optional<Work> work() {
        return work;
    }

    /** Shows the answer next to that of another trial, from which it differs. */
    void showAnswerNextTo(TrialRecord other) {
        work = work.map(seen -> seen.showing(ShownAnswer.of(answer, other.answer)));
    }

    void keepStartUp(StartUp times) {
        startUp = Optional.of(times);
    }

    void keepPlacement(Optional<PlacementResult> seen) {
        placement = seen;
    }

    /** The user ended the trial before its load began. */
    void stoppedBeforeItsLoad() {
        isStopped = true;
    }

    /**
     * The measurement, up to the end of the load.
     *
     * @param timeline that of the plan, with every repeated warm-up
     * @param wasStopped whether the user ended it
     * @param wasCutShort whether it ended before its plan did, because two levels had missed the objective
     */
    void keepLoad(Measurement measured, UserTimeline timeline, boolean wasStopped, boolean wasCutShort) {
        measurement = Optional.of(measured.worded(this::masked));
        performed = Optional.of(timeline);
        isStopped = wasStopped;
        isCutShort = wasCutShort;
    }

    /**
     * The trial as each generator that sent a part of its load has seen it.
     *
     * @param gone generators that were lost, which have shown nothing
     * @param agreed when all began, by this machine's clock
     */
    void keepParts(List<RemoteGenerators.Part> seen, List<RemoteGenerators.Lost> gone, Instant agreed) {
        parts = List.copyOf(seen);
        lost = List.copyOf(gone);
        partsBegan = agreed;
    }

    /** A limit of the scenario ended the load, as the failure that follows says. */
    void endedBeyondItsLimit() {
        isBeyondItsLimit = true;
    }

    /** @param words the step after the load that failed, and its error */
    void keepFailureAfterLoad(String words) {
        measurement = measurement.map(found -> found.noting(AFTER_LOAD + masked(words)));
    }

    /** A part of a trial. */
    @FunctionalInterface
    interface TrialStep {
        void take() throws InterruptedException;
    }

    /**
     * Takes a step of the trial; its failure becomes a part of the result.
     *
     * @return whether it succeeded
     */
    boolean succeedsIn(TrialStep step, RunControl control) {
        try {
            step.take();
            return true;
        } catch (InterruptedException | RuntimeException | OutOfMemoryError e) {
            endedBy(e, control);
            return false;
        }
    }

    /** A step of the trial threw this, which becomes a part of the result: one trial is lost, not the run. */
    void endedBy(Throwable thrown, RunControl control) {
        switch (thrown) {
            case InterruptedException stopped -> isStopped = true;
            case Failure known -> {
                // A target that Ctrl-C has reached as well dies at its start: that is the user's wish and no failure.
                isStopped = isStopped || (control.isStopping() && target.isEmpty());
                if (!isStopped && failure.isEmpty()) {
                    failure = Optional.of(known);
                }
            }
            default -> failure = Exhaustion.inLoad(thrown).or(() -> Optional.of(defect(thrown)));
        }
    }

    /** Something threw unexpectedly. */
    private static Failure defect(Throwable thrown) {
        var trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        return new Failure(
                        FailureKind.DEFECT,
                        "internal error; the trial is lost",
                        trace.toString(),
                        "please report this with the lines above")
                .causedBy(thrown);
    }

    boolean hasFailed() {
        return failure.isPresent();
    }

    /** Throws the failure that the trial ended by, if it did. */
    void throwFailure() {
        failure.ifPresent(thrown -> {
            throw thrown;
        });
    }

    /** @param generator judges by its ceiling */
    TrialResult result(Trial trial, UserTimeline timeline, CalibratedGenerator generator) {
        var status = status();
        return new TrialResult(
                new TrialId(trial.variant().name(), trial.block(), trial.slot(), trial.attempt(), startedAt),
                status,
                new TrialSetup(target, servers, startUp, work, placement),
                failure.map(thrown ->
                        new TrialFailure(masked(TrialFailure.of(thrown).text()))),
                measurement,
                objective.flatMap(slo -> measurement.flatMap(found -> CapacityResult.of(found, slo))),
                measurement
                        .map(found -> parts.isEmpty() && lost.isEmpty()
                                ? validity(found, trial, timeline, generator.judging(found))
                                : ofParts(found, trial, timeline))
                        .orElseGet(() -> ValidityJudge.nothingMeasured(status)),
                Optional.of(generators()).filter(rows -> !rows.isEmpty()));
    }

    private List<GeneratorPart> generators() {
        return Stream.concat(
                        parts.stream().map(part -> part.began(partsBegan)),
                        lost.stream()
                                .map(gone -> GeneratorPart.lost(
                                        gone.generator(),
                                        partsBegan,
                                        masked(gone.why().why()))))
                .toList();
    }

    /** As valid as the worst of the generators that sent parts of its load; each has judged itself. */
    private Validity ofParts(Measurement found, Trial trial, UserTimeline plan) {
        var whole = validity(found.withoutGenerator(), trial, plan, CeilingCheck.UNKNOWN);
        var clocks = ValidityJudge.judgeClocks(generators(), found);
        var reasons = new ArrayList<>(whole.reasons());
        reasons.addAll(clocks.reasons());
        var remedies = new TreeSet<>(whole.remedies().orElse(List.of()));
        var verdict = worse(whole.verdict(), clocks.verdict());
        for (var part : parts) {
            var judged = part.trial().validity();
            judged.reasons().forEach(reason -> reasons.add("generator " + part.generator() + ": " + reason));
            if (part.trial().status() != Status.COMPLETE) {
                reasons.add("generator " + part.generator() + " did not send all of its part"
                        + part.trial().failure().map(why -> ": " + why.text()).orElse(""));
                verdict = ValidityLevel.INVALID;
            }
            remedies.addAll(judged.remedies().orElse(List.of()));
            verdict = worse(verdict, judged.verdict());
        }
        for (var gone : lost) {
            reasons.add(
                    "generator " + gone.generator() + " was lost: " + gone.why().why());
            verdict = ValidityLevel.INVALID;
        }
        return new Validity(verdict, reasons, Optional.of(List.copyOf(remedies)));
    }

    private static ValidityLevel worse(ValidityLevel one, ValidityLevel other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private Validity validity(Measurement found, Trial trial, UserTimeline plan, Ceiling ceiling) {
        var timeline = performed.orElse(plan);
        if (isPart) {
            return ValidityJudge.judgePart(found, timeline, status(), ceiling, placement);
        }
        var planned = isCutShort ? timeline.first(found.windows().size()) : timeline;
        boolean isFailureExpected = trial.variant().expectFailures().isPresent();
        return objective
                .map(slo ->
                        ValidityJudge.judgeSearch(found, slo, planned, status(), ceiling, isFailureExpected, placement))
                .orElseGet(() -> ValidityJudge.judge(found, planned, status(), ceiling, isFailureExpected, placement));
    }

    private Status status() {
        if (failure.isPresent()) {
            return isBeyondItsLimit ? Status.BEYOND_LIMIT : Status.FAILED;
        }
        return isStopped ? Status.ABORTED : Status.COMPLETE;
    }

    /** A text as it may be stored: a service's output, or a library's message, may repeat a secret. */
    String masked(String text) {
        return secrets.masked(text);
    }
}
