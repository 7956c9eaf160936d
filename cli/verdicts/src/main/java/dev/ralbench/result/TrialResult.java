package dev.ralbench.result;

import dev.ralbench.measurement.Measurement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One variant measured once on a fresh target.
 *
 * @param block which block it belongs to, from 1
 * @param slot its place in the block, from 1
 * @param attempt from 1; a block with an invalid trial is measured again as a whole, and only the last attempt counts
 * @param target what was measured
 * @param servers what ran next to it
 * @param startUp how long everything took to start, where the load began
 * @param work what one request makes the target do, where that was looked at
 * @param placement where threads were seen, where CPUs were divided
 * @param failure why there is no measurement, or why it ended early; what, why and fix joined by newlines
 * @param measurement the findings, where the load began
 * @param capacity what a search for the most users found, where the load was one
 * @param validity whether they can be trusted
 */
public record TrialResult(
        String variant,
        int block,
        int slot,
        int attempt,
        Instant startedAt,
        Status status,
        Optional<TargetResult> target,
        List<ServerResult> servers,
        Optional<StartUp> startUp,
        Optional<Work> work,
        Optional<PlacementResult> placement,
        Optional<String> failure,
        Optional<Measurement> measurement,
        Optional<CapacityResult> capacity,
        Validity validity) {

    /** Whether no load was begun because every answer before it was wrong: it was looked at, and that was all. */
    public boolean wasRefused() {
        return status == Status.FAILED && work.isPresent() && startUp.isEmpty();
    }

    /** Whether its figures count: it was completed and is not invalid. */
    public boolean counts() {
        return status == Status.COMPLETE && validity.verdict() != ValidityLevel.INVALID && measurement.isPresent();
    }

    /** How a trial ended. */
    public enum Status {
        COMPLETE,
        /** Nothing, or not everything, could be measured. */
        FAILED,
        /** Stopped by the user. */
        ABORTED,
    }

    /**
     * The service as it was run.
     *
     * @param commandLine as executed; empty where it ran already
     * @param startupMillis process start to first successful answer
     * @param log its output, relative to the result file
     * @param calibrated what was measured on this machine to set an option, by the option's name
     * @param subject what exactly was run and may differ between two builds that are compared: image id, hash of the jar,
     *     flags of the JVM, revision
     * @param schedulingGroup what the scheduler divides CPU time among first, and its weight; empty where not known
     * @param tls what was agreed on, where requests go by https
     */
    public record TargetResult(
            String title,
            String url,
            Optional<String> commandLine,
            Optional<Double> startupMillis,
            Optional<String> log,
            Map<String, String> calibrated,
            Map<String, String> subject,
            Optional<String> schedulingGroup,
            Optional<TlsResult> tls) {}

    /**
     * How a target is reached by https.
     *
     * @param protocol such as {@code TLSv1.3}
     * @param certificateChecked false where any certificate would do
     */
    public record TlsResult(String protocol, String cipherSuite, boolean certificateChecked) {}

    /**
     * A server next to the target.
     *
     * @param name in the scenario's needs
     * @param product what it calls itself, with its version
     * @param origin where it came from: embedded, a program, an image, a host
     * @param startupMillis process start to first answer; empty where it ran already
     * @param log its output, relative to the result file
     */
    public record ServerResult(
            String name, String product, String origin, Optional<Double> startupMillis, Optional<String> log) {}

    /**
     * How long everything took to start.
     *
     * @param serversMillis data restored, servers next to the target ready
     * @param targetMillis target ready, after them
     * @param attachMillis the view into the target opened
     * @param sinceRunStartMillis from the start of the run, that of ralbench's own process included, to the beginning of
     *     the load
     */
    public record StartUp(double serversMillis, double targetMillis, double attachMillis, double sinceRunStartMillis) {}

    /**
     * Whether a trial can be trusted.
     *
     * @param reasons what speaks against it, with numbers; empty when valid
     */
    public record Validity(ValidityLevel verdict, List<String> reasons) {
        public Validity {
            reasons = List.copyOf(reasons);
        }

        public static Validity valid() {
            return new Validity(ValidityLevel.VALID, List.of());
        }
    }

    /** Three answers, so that doubt does not have to be dressed as either. */
    public enum ValidityLevel {
        VALID,
        /** True as measured, but something limits what it says about the target. */
        SUSPECT,
        /** Do not use. */
        INVALID,
    }
}
