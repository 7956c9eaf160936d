package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.service.ProbeSample;
import dev.ralbench.trial.HostedTargetsFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The contents of questions about targets and of their answers, as far as other packages have no records of them. */
final class TargetsMessage {
    private TargetsMessage() {}

    /** A failure that is a part of an answer. */
    record FailureTexts(FailureKind kind, String what, String why, String fix) {
        static FailureTexts of(Failure failure) {
            return new FailureTexts(failure.kind(), failure.what(), failure.why(), failure.fix());
        }

        Failure failure() {
            return new Failure(kind, what, why, fix);
        }
    }

    /** {@link HostedTargetsFacts}. */
    record Prepared(
            Map<String, FailureTexts> skipped,
            Map<String, String> software,
            Map<String, String> calibrated,
            Fingerprint machine,
            int cpus,
            boolean isElsewhere) {
        Prepared {
            skipped = Map.copyOf(skipped);
            software = Map.copyOf(software);
            calibrated = Map.copyOf(calibrated);
        }

        static Prepared of(HostedTargetsFacts facts) {
            var skipped = new LinkedHashMap<String, FailureTexts>();
            facts.skipped().forEach((variant, failure) -> skipped.put(variant, FailureTexts.of(failure)));
            return new Prepared(
                    skipped, facts.software(), facts.calibrated(), facts.machine(), facts.cpus(), facts.isElsewhere());
        }

        HostedTargetsFacts facts() {
            var failures = new LinkedHashMap<String, Failure>();
            skipped.forEach((variant, failure) -> failures.put(variant, failure.failure()));
            return new HostedTargetsFacts(failures, software, calibrated, machine, cpus, isElsewhere);
        }
    }

    /** A trial, by the name of its variant. */
    record Start(String variant, int block, int slot, int attempt) {}

    /** Empty if the target can no longer be looked into. */
    record Window(Optional<InsideView> seen) {}

    /** Empty if the target has ended. */
    record Sample(Optional<ProbeSample> seen) {}

    record Pools(Map<String, PoolUse> use) {
        Pools {
            use = Map.copyOf(use);
        }
    }

    record Ask(boolean isFollowed) {}

    /** A dependency. */
    record Server(String name) {}

    /** Empty if the dependency does not answer. */
    record Counts(Optional<ServedCounts> served) {}

    /** What is asked about: a dependency, or else the target. */
    record Ended(Optional<String> server) {}
}
