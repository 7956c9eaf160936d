package dev.ralbench.validity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The reasons to distrust a trial, as a reader is told of them: if other programs took the CPUs, everything that follows
 * from it is one line. They are told apart by their sentences, because a stored result has nothing else. Pure.
 */
public final class BusyMachine {
    /** A conversion of a format, or a placeholder of a {@link GaugeCheck}. */
    private static final Pattern HOLE = Pattern.compile("%[-+]?(\\.[0-9])?[sdf]|\\{[a-z]+}");

    /** Each has the share of the CPUs as its first value. */
    private static final List<Pattern> CAUSES = patterns(
            Remedy.END_OTHERS_BUT_THE_SERVICE.after(OtherPrograms.REASON),
            Remedy.END_OTHERS.after(GeneratorChecks.OTHERS_ON_OWN_CPUS));

    /** What a lack of CPU time does to the generator, to the load, and to figures of a level. */
    private static final List<Pattern> CONSEQUENCES = Stream.concat(
                    patterns(
                            PlanChecks.USER_SECONDS_OFFERED,
                            LevelChecks.LAW_IS_OFF,
                            Remedy.WARM_UP_UNTIL_COMPILED.after(LevelChecks.COMPILERS_WAITED),
                            OpenChecks.SENT_LATE,
                            LoopLateness.REASON,
                            Remedy.AGAIN_ON_AN_IDLE_MACHINE.after(LoopWaitCheck.REASON),
                            GeneratorChecks.OWN_COLLECTIONS,
                            GeneratorChecks.LOOP_HAD_WORK,
                            Remedy.MORE_EVENT_LOOPS.after(GeneratorChecks.LOOP_HAD_WORK),
                            GeneratorChecks.THREADS_HELD)
                            .stream(),
                    StandstillCheck.CAUSES_OF_A_BUSY_MACHINE.stream()
                            .map(cause -> pattern(StandstillCheck.REASON + cause)))
            .toList();

    private BusyMachine() {}

    /** Whether other programs took the CPUs and every reason of a trial follows from it. */
    public static boolean isAllOf(List<String> reasons) {
        return reasons.stream().anyMatch(reason -> share(reason).isPresent())
                && reasons.stream().allMatch(BusyMachine::isExplained);
    }

    /** The reasons of one trial. */
    public static List<String> told(List<String> reasons) {
        return told(List.of(reasons));
    }

    /** The distinct reasons of several trials, with one line on a machine that was busy in some of them. */
    public static List<String> told(Collection<List<String>> ofTrials) {
        var shares = new ArrayList<Double>();
        var others = new LinkedHashSet<String>();
        int most = 0;
        for (var reasons : ofTrials) {
            var share =
                    reasons.stream().flatMap(reason -> share(reason).stream()).findFirst();
            share.ifPresent(shares::add);
            var rest = share.isEmpty()
                    ? reasons
                    : reasons.stream().filter(reason -> !isExplained(reason)).toList();
            others.addAll(rest);
            most = Math.max(most, reasons.size() - rest.size() - 1);
        }
        boolean areDifferent = shares.stream().map(Math::round).distinct().count() > 1;
        var busy = shares.stream().max(Double::compare).map(share -> words(share, areDifferent)).stream();
        int figures = most;
        return Stream.concat(busy.map(words -> words + details(figures)), others.stream())
                .toList();
    }

    private static String words(double percent, boolean isMost) {
        return Remedy.AGAIN_WITHOUT_OTHERS.after(
                "other programs used " + (isMost ? "up to " : "") + Math.round(percent) + " % of the CPUs");
    }

    private static String details(int figures) {
        return figures < 1
                ? ""
                : "; ralbench report --details has " + figures + (figures == 1 ? " more figure" : " more figures");
    }

    /** The share of the CPUs that a reason says other programs took, in percent; empty if it says nothing of it. */
    private static Optional<Double> share(String reason) {
        return CAUSES.stream()
                .map(cause -> cause.matcher(reason))
                .filter(Matcher::matches)
                .map(found -> Double.valueOf(found.group(1).replace(" %", "")))
                .findFirst();
    }

    private static boolean isExplained(String reason) {
        return Stream.concat(CAUSES.stream(), CONSEQUENCES.stream())
                .anyMatch(pattern -> pattern.matcher(reason).matches());
    }

    private static List<Pattern> patterns(String... formats) {
        return Stream.of(formats).map(BusyMachine::pattern).toList();
    }

    /** Matches every sentence of a format. */
    private static Pattern pattern(String format) {
        var regex = new StringBuilder();
        var holes = HOLE.matcher(format);
        int from = 0;
        while (holes.find()) {
            regex.append(literal(format.substring(from, holes.start()))).append("(.+?)");
            from = holes.end();
        }
        return Pattern.compile(regex + literal(format.substring(from)));
    }

    private static String literal(String text) {
        return Pattern.quote(text.replace("%%", "%"));
    }
}
