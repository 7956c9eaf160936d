package dev.ralbench.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The programs started for a trial, and findings before its load.
 *
 * @param target that was measured
 * @param servers that ran next to it
 * @param startUp how long everything took to start, if the load began
 * @param work what one request makes the target do, if that was probed
 * @param placement where threads were seen, if CPUs were divided
 */
public record TrialSetup(
        Optional<TargetResult> target,
        List<ServerResult> servers,
        Optional<StartUp> startUp,
        Optional<Work> work,
        Optional<PlacementResult> placement) {

    public TrialSetup {
        servers = List.copyOf(servers);
    }

    /**
     * The service as it was run.
     *
     * @param commandLine as executed; empty if it ran already
     * @param startupMillis process start to first successful response
     * @param log its output, relative to the result file
     * @param calibrated values measured on this machine to set an option, by the option's name
     * @param subject exact facts that may differ between two compared builds: image id, hash of the jar, flags of the
     *     JVM, revision
     * @param schedulingGroup the scheduler's first unit of CPU sharing, and its weight; empty if not known
     * @param tls the negotiated parameters, if requests use https
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
            Optional<TlsResult> tls) {
        public TargetResult {
            calibrated = Collections.unmodifiableMap(new LinkedHashMap<>(calibrated));
            subject = Collections.unmodifiableMap(new LinkedHashMap<>(subject));
        }

        /** This target, reached by https if parameters are given. */
        public TargetResult reachedBy(Optional<TlsResult> negotiated) {
            return new TargetResult(
                    title, url, commandLine, startupMillis, log, calibrated, subject, schedulingGroup, negotiated);
        }
    }

    /**
     * How a target is reached by https.
     *
     * @param protocol such as {@code TLSv1.3}
     * @param certificateChecked false if any certificate would do
     * @param library that encrypted for ralbench: BoringSSL, JDK; empty in files of versions that had the JDK's only
     */
    public record TlsResult(
            String protocol, String cipherSuite, boolean certificateChecked, Optional<String> library) {}

    /**
     * A server next to the target.
     *
     * @param name in the scenario's needs
     * @param product its own name, with its version
     * @param origin where it came from: embedded, a program, an image, a host
     * @param startupMillis process start to first response; empty if it ran already
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
}
