package dev.ralbench.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was started for a trial, and what was found before its load.
 *
 * @param target what was measured
 * @param servers what ran next to it
 * @param startUp how long everything took to start, where the load began
 * @param work what one request makes the target do, where that was looked at
 * @param placement where threads were seen, where CPUs were divided
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
     * @param commandLine as executed; empty where it ran already
     * @param startupMillis process start to first successful response
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
            Optional<TlsResult> tls) {
        public TargetResult {
            calibrated = Collections.unmodifiableMap(new LinkedHashMap<>(calibrated));
            subject = Collections.unmodifiableMap(new LinkedHashMap<>(subject));
        }
    }

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
     * @param startupMillis process start to first response; empty where it ran already
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
