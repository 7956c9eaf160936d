package dev.ralbench.report;

import dev.ralbench.load.Unanswered;
import dev.ralbench.measurement.CompilerTime;
import dev.ralbench.measurement.Ledger;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.LittleCheck;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.Saturation;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.page.Spelling;
import dev.ralbench.prediction.StudyPredictions;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.result.TrialSetup;
import dev.ralbench.result.WorkCheck;
import dev.ralbench.validity.BusyMachine;
import dev.ralbench.validity.Remedy;
import dev.ralbench.validity.ValidityJudge;
import dev.ralbench.validity.WarmUpOutcome;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Notes next to the figures: trials that are missing from them, failures, findings of checks. */
final class RunNotes {
    /** Share of the user-seconds in which users waited for responses; below it there is something to say. */
    private static final double NEARLY_ALL = 0.99;

    private static final String OVER_TRIALS =
            " are medians over the trials; response times and errors are of all trials"
                    + " together (ralbench compare: medians of these too).";

    private static final String NO_MORE =
            " is invalid and was not measured again: only blocks that the machine disturbed are,"
                    + " at most a quarter of the planned blocks, and at least one";

    private static final int MOST_FINDINGS = 4;
    private static final double SHORTEST_SECONDS = 0.1;
    private static final Pattern END_OF_CLAUSE = Pattern.compile("[:;] ");
    /** Says where and not what, so it is no clause. */
    private static final Pattern PLACE = Pattern.compile("(?:generator \\S+: )?(?:level (?:(?! is )[^:;])*: )?");

    private static final int LINES_OF_OUTPUT = 3;

    private final RunView view;
    private final RunResult run;
    private final RunTable.Detail detail;

    RunNotes(RunView view, RunTable.Detail detail) {
        this.view = view;
        this.detail = detail;
        this.run = view.run();
    }

    /**
     * The notes in the order of the report.
     *
     * @param columns that the short report has for a finding with the name of its trial
     */
    List<Note> all(int columns) {
        boolean isFull = detail == RunTable.Detail.FULL;
        return Stream.of(
                        of(Note.Kind.VALUES, overTrials()),
                        of(Note.Kind.TRANSFER, isFull ? Stream.empty() : transfer()),
                        of(Note.Kind.BOTTLENECKS, view.bottlenecks().lines().stream()),
                        of(Note.Kind.SKIPPED_VARIANTS, run.skippedInWords().stream()),
                        of(Note.Kind.UNFINISHED, unfinished()),
                        of(Note.Kind.PROCESSES, ProcessNotes.of(view).stream()),
                        of(Note.Kind.HANGS, hangs()),
                        of(Note.Kind.FAILURES, failures()),
                        of(Note.Kind.SETUP, setup()),
                        of(Note.Kind.RESENT, resent()),
                        of(Note.Kind.RESOURCES, limits()),
                        of(Note.Kind.POOLS, PoolFigures.differingLimits(view).stream()),
                        of(Note.Kind.EXPECTED_FAILURES, expectedFailures()),
                        of(Note.Kind.MISSING_FAILURES, notFailed()),
                        of(Note.Kind.REPEATS, repeats(isFull)),
                        of(
                                Note.Kind.WORK,
                                WorkCheck.differences(run).stream().map(note -> "not the same work: " + note)),
                        of(Note.Kind.FINDINGS, findings(columns)),
                        of(Note.Kind.SHORT_LEVELS, shortLevels()),
                        of(Note.Kind.SATURATION, saturated()),
                        of(Note.Kind.PREDICTIONS, new DeviationNotes(view).lines().stream()),
                        of(Note.Kind.PREDICTIONS, new PredictedRatios(view).lines()),
                        of(Note.Kind.PREDICTIONS, predictedHangs()),
                        of(Note.Kind.WARM_UPS, warmUps()),
                        of(Note.Kind.KEPT_LAW, isFull || !view.isOneFromOutside() ? keptLaw() : Stream.empty()),
                        of(Note.Kind.LEDGERS, ledgers()),
                        of(Note.Kind.STARTS, isFull ? starts() : Stream.empty()),
                        of(Note.Kind.STARTS, isFull ? firstRequest() : Stream.empty()))
                .flatMap(notes -> notes)
                .toList();
    }

    private static Stream<Note> of(Note.Kind kind, Stream<String> texts) {
        return texts.map(text -> new Note(kind, text));
    }

    /** As programs have them: of the room of a wide page, each in one line. */
    List<String> texts() {
        return all(Page.WIDEST).stream().map(Note::text).toList();
    }

    /** What figures of several trials are. */
    private Stream<String> overTrials() {
        var medians = view.isWithoutInside() ? "Rates" : "Rates, peaks and costs";
        return view.blocks() > 1 ? Stream.of(medians + OVER_TRIALS) : Stream.empty();
    }

    /** Requests of the last level that hung next to how many do so at least by prediction; of loads that did not end early. */
    private Stream<String> predictedHangs() {
        return view.variants().stream()
                .flatMap(variant -> Optional.ofNullable(
                        run.expected().predictions().get(variant))
                        .flatMap(prediction -> StudyPredictions.hangs(
                                prediction,
                                view.measurements(variant)
                                        .filter(found -> found.stoppedEarly().isEmpty())
                                        .flatMap(found -> view.predicted(found).stream())
                                        .toList()))
                        .map(note -> variant + ": " + note)
                        .stream());
    }

    /** The bytes of a URL's responses, which tools that load a URL print; of all levels from the least to the most. */
    private Stream<String> transfer() {
        if (!view.isOneFromOutside()) {
            return Stream.empty();
        }
        var received = range(RequestMetrics.TRANSFER_RATE);
        if (received.isEmpty()) {
            return Stream.empty();
        }
        var ofRequests = range(RequestMetrics.RECEIVED_PER_REQUEST);
        var bodies = range(RequestMetrics.BODY_PER_RESPONSE);
        return Stream.of("received " + received
                + (ofRequests.isEmpty() // no request ended
                        ? ""
                        : " (" + ofRequests + " per request" + (bodies.isEmpty() ? "" : ", bodies of " + bodies) + ")")
                + "; sent " + range(RequestMetrics.SENT_RATE));
    }

    /** Empty if no level has a value. */
    private String range(Metric metric) {
        var values = view.levels().stream()
                .flatMap(level -> view.variants().stream().map(variant -> LevelRow.of(view, level, variant)))
                .flatMapToDouble(row -> row.figures().of(metric).stream())
                .summaryStatistics();
        if (values.getCount() == 0) {
            return "";
        }
        var least = Numbers.of(metric.unit(), values.getMin());
        var most = Numbers.of(metric.unit(), values.getMax());
        return least.equals(most) ? least : least + " to " + most;
    }

    /** Trials that failed, were stopped or never began; a load that aborts itself is in the header. */
    private Stream<String> unfinished() {
        var tried = SharedNotes.ofTrials(
                view,
                view.counting().stream().filter(trial -> trial.status() != TrialResult.Status.COMPLETE),
                trial -> Stream.of(Spelling.of(trial.status())
                        + trial.failure()
                                .map(failure -> ": " + headline(failure.text()))
                                .orElse("")));
        var missing = view.missing();
        var never = SharedNotes.ofVariants(
                view, variant -> missing.contains(variant) ? Stream.of("not measured") : Stream.empty());
        return Stream.concat(tried, never);
    }

    /** A note for each trial in which requests hung, with the known reasons. */
    private Stream<String> hangs() {
        return SharedNotes.ofTrials(
                view, view.counting().stream(), trial -> trial.measurement().flatMap(HangNote::of).stream());
    }

    /** The CPU and memory limits of targets that had any. */
    private Stream<String> limits() {
        return SharedNotes.ofVariants(
                view, variant -> view.limits(variant).stream().map(limits -> "could use at most " + oneLine(limits)));
    }

    private Stream<String> failures() {
        return SharedNotes.ofTrials(
                view,
                view.counting().stream(),
                trial -> trial.measurement().stream()
                        .filter(m -> !m.failureDetails().keySet().stream().allMatch(RunNotes::isToldElsewhere))
                        .map(m -> "failed requests: " + inWords(m.failureDetails(), detail -> !isToldElsewhere(detail))
                                + ofNames(m.wholeRun())));
    }

    /** How many of each request failed; nothing if there is one alone. */
    private static String ofNames(WindowMeasurement wholeRun) {
        var failed = wholeRun.named().stream()
                .filter(requests -> requests.kind() == NamedRequests.Kind.REQUEST)
                .map(NamedRequests::name)
                .flatMap(name -> wholeRun
                        .of(name)
                        .map(window -> window.requests().failed())
                        .stream()
                        .filter(count -> count > 0)
                        .map(count -> name + " " + Numbers.count(count) + "×"))
                .collect(Collectors.joining(", "));
        return failed.isEmpty() ? "" : " (" + failed + ")";
    }

    /** A note for each trial in which steps before or after the journeys failed. */
    private Stream<String> setup() {
        return SharedNotes.ofTrials(
                view,
                view.counting().stream(),
                trial -> trial.measurement().stream()
                        .map(m -> inWords(m.failureDetails(), Measurement::isOfSetup))
                        .filter(words -> !words.isEmpty())
                        .map(words -> "failed, in no figure: " + words));
    }

    private static String inWords(Map<String, Long> details, Predicate<String> kept) {
        return details.entrySet().stream()
                .filter(detail -> kept.test(detail.getKey()))
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(detail -> oneLine(detail.getKey()) + " " + Numbers.count(detail.getValue()) + "×")
                .collect(Collectors.joining(", "));
    }

    /**
     * Whether another note covers it: the note on hangs, that on requests sent again, that on steps around users, or a
     * finding, because surplus bytes and users that stopped are no failed requests.
     */
    private static boolean isToldElsewhere(String failureDetail) {
        return Unanswered.isOne(failureDetail)
                || failureDetail.equals(Measurement.SURPLUS)
                || failureDetail.equals(Measurement.RESENT)
                || failureDetail.equals(Measurement.STOPPED)
                || Measurement.isOfSetup(failureDetail);
    }

    /** A note for each trial in which the server closed connections that were idle. */
    private Stream<String> resent() {
        return SharedNotes.ofTrials(
                view,
                view.counting().stream(),
                trial -> trial
                        .measurement()
                        .map(m -> m.failureDetails().getOrDefault(Measurement.RESENT, 0L))
                        .filter(count -> count > 0)
                        .map(count -> Numbers.count(count)
                                + (count == 1 ? " request was " : " requests were ")
                                + Measurement.RESENT)
                        .stream());
    }

    /** Why requests fail, for every variant of which some did. */
    private Stream<String> expectedFailures() {
        return SharedNotes.ofVariants(
                view,
                variant -> view.expectedFailures(variant).stream()
                        .filter(why -> attempts(variant).anyMatch(trial -> failed(trial) > 0))
                        .map(why -> "failed requests are expected of this variant: " + oneLine(why)));
    }

    /** Trials that ran without showing the expected failures. */
    private Stream<TrialResult> withoutExpectedFailures() {
        return view.variants().stream()
                .filter(variant -> view.expectedFailures(variant).isPresent())
                .flatMap(this::attempts)
                .filter(trial -> trial.status() == TrialResult.Status.COMPLETE && failed(trial) == 0);
    }

    private Stream<TrialResult> attempts(String variant) {
        return view.run().trials().stream()
                .filter(trial -> trial.id().variant().equals(variant)
                        && trial.measurement().isPresent());
    }

    private static long failed(TrialResult trial) {
        return trial.measurement()
                .map(found -> found.wholeRun())
                .map(window -> window.requests().failed())
                .orElse(0L);
    }

    private Stream<String> notFailed() {
        return SharedNotes.ofTrials(
                view,
                withoutExpectedFailures(),
                trial -> Stream.of("no request failed, though failures were expected"));
    }

    /** Blocks that were measured again, why, and those that should have been. */
    private Stream<String> repeats(boolean isDetailed) {
        var counting = view.counting();
        var last = identical(counting);
        var replaced = run.trials().stream()
                .filter(trial -> !last.contains(trial))
                .filter(trial -> isInvalid(trial))
                .map(trial -> "block " + trial.id().block() + " was measured again: "
                        + trial.id().variant() + ": "
                        + String.join("; ", reasonsToRepeat(trial, isDetailed)));
        return Stream.concat(replaced, notRepeated(counting));
    }

    /** To find trials themselves: comparing them takes all of their figures. */
    private static Set<TrialResult> identical(List<TrialResult> trials) {
        Set<TrialResult> set = Collections.newSetFromMap(new IdentityHashMap<>());
        set.addAll(trials);
        return set;
    }

    private static List<String> reasonsToRepeat(TrialResult trial, boolean isDetailed) {
        var reasons = trial.validity().reasons();
        return isDetailed ? reasons : BusyMachine.told(reasons);
    }

    /**
     * Notes invalid blocks that were not measured again. A run without repeats needs none: another note names its
     * invalid trials.
     */
    private Stream<String> notRepeated(List<TrialResult> counting) {
        if (run.trials().size() == counting.size()) {
            return Stream.empty();
        }
        var blocks = counting.stream()
                .filter(trial -> trial.status() != TrialResult.Status.ABORTED)
                .filter(trial -> trial.measurement().isPresent())
                .filter(RunNotes::isInvalid)
                .map(trial -> String.valueOf(trial.id().block()))
                .distinct()
                .collect(Collectors.joining(", "));
        return blocks.isEmpty() ? Stream.empty() : Stream.of("block " + blocks + NO_MORE);
    }

    private static boolean isInvalid(TrialResult trial) {
        return trial.validity().verdict() == TrialResult.ValidityLevel.INVALID;
    }

    /** The findings about trials. The short report shows only those of the first ones, because they are mostly alike. */
    private Stream<String> findings(int pageWidth) {
        var notes = new SharedNotes(view);
        int columns = pageWidth - longestName();
        var disturbed = disturbed();
        var areDisturbed = identical(disturbed);
        int shown = 0;
        int hidden = 0;
        for (var trial : view.counting()) {
            var findings = areDisturbed.contains(trial) ? ofAll(disturbed, columns) : reasons(trial, columns);
            if (findings.stream().allMatch(notes::has)) {
                findings.forEach(finding -> notes.add(trial, finding));
            } else if (detail == RunTable.Detail.SHORT && shown == MOST_FINDINGS) {
                hidden++;
            } else {
                findings.forEach(finding -> notes.add(trial, finding));
                shown++;
            }
        }
        return hidden == 0
                ? notes.lines()
                : Stream.concat(
                        notes.lines(),
                        Stream.of("... and " + hidden
                                + " more suspect or invalid trials; --details shows them, the result has them"));
    }

    /** Trials of the short report that are suspect for a busy machine and nothing else; empty for a single one. */
    private List<TrialResult> disturbed() {
        var trials = view.counting().stream()
                .filter(trial -> trial.validity().verdict() == ValidityLevel.SUSPECT)
                .filter(trial -> BusyMachine.isAllOf(trial.validity().reasons()))
                .toList();
        return detail == RunTable.Detail.FULL || trials.size() < 2 ? List.of() : trials;
    }

    /** In one line: a machine that is busy all the time would have one for each trial. */
    private static List<String> ofAll(List<TrialResult> disturbed, int columns) {
        var verdict = Spelling.of(ValidityLevel.SUSPECT) + ": ";
        var reasons =
                disturbed.stream().map(trial -> trial.validity().reasons()).toList();
        var told = BusyMachine.told(reasons).getFirst();
        var remedy = Remedy.in(told, disturbed.getFirst().validity());
        return List.of(verdict + fitted(told, remedy, columns - Glyphs.width(verdict)));
    }

    /** The same room for each reason: one that is cut by the name before it would not be the same for all. */
    private int longestName() {
        return view.counting().stream()
                .mapToInt(trial -> Glyphs.width(view.name(trial) + ": "))
                .max()
                .orElse(0);
    }

    /** Why a trial is not valid. That one which has failed measured nothing follows from its failure. */
    private List<String> reasons(TrialResult trial, int columns) {
        var nothing = ValidityJudge.nothingMeasured(trial.status()).reasons();
        if (trial.failure().isPresent() && trial.validity().reasons().equals(nothing)) {
            return List.of();
        }
        var verdict = Spelling.of(trial.validity().verdict()) + ": ";
        var reasons = detail == RunTable.Detail.FULL
                ? trial.validity().reasons()
                : inOneLine(trial.validity(), columns - Glyphs.width(verdict));
        return reasons.stream().map(reason -> verdict + reason).toList();
    }

    /**
     * The short report has one reason of a suspect trial, in about a line: a busy machine leads to several, longer than the
     * table. Of an invalid one it has all that they say: nothing else tells how to get a valid one.
     */
    private static List<String> inOneLine(Validity validity, int columns) {
        var reasons = BusyMachine.told(validity.reasons());
        if (validity.verdict() != ValidityLevel.SUSPECT || reasons.isEmpty()) {
            return reasons;
        }
        // Of a busy machine users hear anyway; what has another cause would be missed.
        boolean beginsWithTheMachine = !validity.reasons().contains(reasons.getFirst());
        var told = beginsWithTheMachine && reasons.size() > 1 ? reasons.get(1) : reasons.getFirst();
        var remedy = Remedy.in(told, validity);
        if (reasons.size() == 1) {
            return List.of(fitted(told, remedy, columns));
        }
        return List.of(clauses(told, remedy, " (" + (reasons.size() - 1) + " more: --details)", columns));
    }

    private static String fitted(String reason, Optional<String> remedy, int columns) {
        var hint = " (--details)";
        var cut = clauses(reason, remedy, hint, columns);
        return Glyphs.width(reason) <= columns || cut.equals(reason + hint) ? reason : cut;
    }

    /** As many of a sentence's first clauses as there is room for, then what to do about it, room or not, and a hint. */
    private static String clauses(String sentence, Optional<String> remedy, String hint, int columns) {
        int from = remedy.map(sentence::lastIndexOf).orElse(0);
        int before = from - 2; // the sign and the space between two clauses
        if (before < 0) {
            return firstClauses(sentence, columns - Glyphs.width(hint)) + hint;
        }
        var end = remedy.orElseThrow() + hint;
        var kept = firstClauses(sentence.substring(0, before), columns - Glyphs.width("; " + end));
        return kept + (kept.length() == before ? sentence.substring(before, from) : "; ") + end;
    }

    private static String firstClauses(String sentence, int columns) {
        int kept = 0;
        var place = PLACE.matcher(sentence);
        var ends = END_OF_CLAUSE
                .matcher(sentence + "; ")
                .region(place.lookingAt() ? place.end() : 0, sentence.length() + 2);
        while (ends.find() && (kept == 0 || Glyphs.width(sentence.substring(0, ends.start())) <= columns)) {
            kept = ends.start();
        }
        return sentence.substring(0, kept);
    }

    /** Levels that were over before a rate means anything: a few requests to a fast service. */
    private Stream<String> shortLevels() {
        return view.measuredLevels().stream()
                .map(WindowMeasurement::lengthSeconds)
                .filter(seconds -> seconds < SHORTEST_SECONDS)
                .sorted()
                .limit(1)
                .map(seconds -> "a level took only " + Numbers.millis(seconds * 1e3)
                        + ": its figures say little; send more requests (-n), or load for a time (-d 10s)");
    }

    /** A saturated target is a finding about the target, and no check finding. */
    private Stream<String> saturated() {
        return view.counting().stream()
                .flatMap(trial -> trial.measurement().stream()
                        .flatMap(found -> found.levels()
                                .flatMap(level -> Saturation.of(level, found.series()).stream()
                                        .map(finding -> view.name(trial) + ": saturated at "
                                                + Levels.of(level).inWords() + ": " + inWords(finding)))));
    }

    private static String inWords(Saturation finding) {
        var waiting = finding.secondsOfWork()
                .map(seconds -> Numbers.millis(seconds * 1e3) + " of work were waiting at the end")
                .orElseGet(() -> Numbers.count((double) finding.outstanding())
                        + (finding.ofJourneys() ? " journeys" : " requests") + " were waiting at the end");
        return "offered " + (finding.ofJourneys() ? "journeys " : "")
                + Numbers.of(MetricUnit.PER_SECOND, finding.offeredPerSecond()) + ", served "
                + Numbers.of(MetricUnit.PER_SECOND, finding.servedPerSecond()) + ": " + waiting;
    }

    /** What warm-ups came to that end by a condition. */
    private Stream<String> warmUps() {
        var outcomes = view.counting().stream()
                .flatMap(trial -> trial.measurement().flatMap(found -> WarmUpOutcome.of(run, found)).stream()
                        .map(outcome -> view.name(trial) + " " + inWords(outcome)))
                .toList();
        return outcomes.isEmpty() ? Stream.empty() : Stream.of("warm-up: " + String.join("; ", outcomes));
    }

    private static String inWords(WarmUpOutcome outcome) {
        if (outcome.compilers().equals(CompilerTime.NONE)) {
            return Numbers.counted(outcome.rounds(), "round") + ", " + Numbers.millis(outcome.seconds() * 1e3)
                    + "; whether it is compiled is not known, because it was not looked into";
        }
        return (outcome.compilers().isAtRest() ? "compiled after " : "not compiled after ")
                + Numbers.counted(outcome.rounds(), "round") + ", " + Numbers.millis(outcome.seconds() * 1e3)
                + ", compilers " + Numbers.share(outcome.compilers().share()) + " of CPU in the last";
    }

    private Stream<String> keptLaw() {
        var kept = view.counting().stream()
                .flatMap(RunNotes::checks)
                .filter(LittleCheck::holds)
                .map(LittleCheck::deviation)
                .toList();
        return kept.stream()
                .max((a, b) -> Double.compare(Math.abs(a), Math.abs(b)))
                .map(worst -> "Little's law holds on " + Numbers.counted(kept.size(), "level") + ", off by at most "
                        + Numbers.signedPercent(worst))
                .stream();
    }

    private static Stream<LittleCheck> checks(TrialResult trial) {
        return trial.measurement().stream()
                .flatMap(m -> m.levels())
                .map(WindowMeasurement::little)
                .flatMap(little -> little.stream());
    }

    /** How users spent their time. The short report shows it only if they did more than wait for responses. */
    private Stream<String> ledgers() {
        return SharedNotes.ofVariants(
                view,
                variant -> view.wholeRun(variant).stream()
                        .map(WindowMeasurement::ledger)
                        .filter(ledger -> !view.isOpen() || ledger.offeredSeconds() > 0)
                        .filter(ledger -> detail == RunTable.Detail.FULL
                                || ledger.waitingSeconds() < NEARLY_ALL * ledger.offeredSeconds())
                        .map(RunNotes::inWords));
    }

    private static String inWords(Ledger ledger) {
        double offered = ledger.offeredSeconds();
        if (offered <= 0) {
            return "no user-seconds offered";
        }
        return Numbers.count(offered) + " user-seconds: waiting " + Numbers.share(ledger.waitingSeconds() / offered)
                + ", connecting " + Numbers.share(ledger.connectingSeconds() / offered)
                + ", thinking " + Numbers.share(ledger.thinkingSeconds() / offered)
                + ", idle " + Numbers.share(ledger.idleSeconds() / offered)
                + (ledger.leavingSeconds() > 0
                        ? "; beyond the plan " + Numbers.share(ledger.leavingSeconds() / offered)
                        : "");
    }

    /** The time from the start of ralbench to the first request of the first trial, and its parts. */
    private Stream<String> firstRequest() {
        return view.counting().stream()
                .limit(1)
                .flatMap(trial -> trial.setup().startUp().stream())
                .map(start -> "first request " + Numbers.millis(start.sinceRunStartMillis())
                        + " after the start of ralbench: servers "
                        + Numbers.millis(start.serversMillis()) + ", target " + Numbers.millis(start.targetMillis())
                        + ", view into it " + Numbers.millis(start.attachMillis()) + ", ralbench itself "
                        + Numbers.millis(itself(start)));
    }

    private static double itself(TrialSetup.StartUp start) {
        return Math.max(
                0, start.sinceRunStartMillis() - start.serversMillis() - start.targetMillis() - start.attachMillis());
    }

    /** How long targets took from the start of their process to the first response. */
    private Stream<String> starts() {
        var times = view.variants().stream()
                .flatMap(variant -> starts(variant).map(range -> variant + " " + range))
                .toList();
        return times.isEmpty() ? Stream.empty() : Stream.of("start to first answer: " + String.join(", ", times));
    }

    private Stream<String> starts(String variant) {
        var times = view.counting().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .flatMap(trial -> trial.setup().target().flatMap(TrialSetup.TargetResult::startupMillis).stream())
                .sorted()
                .map(Numbers::millis)
                .toList();
        return switch (times.size()) {
            case 0 -> Stream.empty();
            case 1 -> times.stream();
            default -> Stream.of(times.getFirst() + " to " + times.getLast());
        };
    }

    /**
     * The event and the beginning of its cause, with the end of related output. The full text was printed at the time,
     * and is in the result.
     */
    private static String headline(String text) {
        var lines = text.lines().toList();
        var head = oneLine(lines.stream().limit(2).collect(Collectors.joining("\n")));
        if (!head.endsWith(":")) {
            return head;
        }
        var output =
                lines.stream().skip(2).takeWhile(line -> line.startsWith(" ")).toList();
        return head + " "
                + shortened(output, head.endsWith("lines of its output:")).stream()
                        .map(String::strip)
                        .collect(Collectors.joining(" / "));
    }

    /** The last lines; of an error the first, which says what happened, and the last ones, which say why. */
    private static List<String> shortened(List<String> output, boolean isTail) {
        if (output.size() <= LINES_OF_OUTPUT) {
            return output;
        }
        int last = isTail ? LINES_OF_OUTPUT : LINES_OF_OUTPUT - 1;
        return Stream.concat(
                        output.stream().limit(LINES_OF_OUTPUT - last),
                        output.subList(output.size() - last, output.size()).stream())
                .toList();
    }

    /** Several lines as one. */
    static String oneLine(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("; "));
    }
}
