package dev.ralbench.scenario;

import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.metric.MetricLimit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The requests, the load's shape and the variants: a scenario file with its profile and all overrides merged in.
 *
 * @param profile the profile that was chosen, or empty
 * @param jvmFlags flags of every JVM target that ralbench starts
 * @param needs the dependencies of the targets
 * @param data rows whose fields are values of requests
 * @param workload what users send, if that is more than the variants' one request: the same for all variants
 * @param setup what is sent around that
 * @param variants in the order of the file
 * @param expected the expected results
 * @param document the merged document itself, as plain maps, lists and strings in the order of the file; stored in
 *     the result so that it can be run again
 */
public record Scenario(
        String name,
        String title,
        Optional<String> profile,
        LoadPlan load,
        List<String> jvmFlags,
        DeclaredDependencies needs,
        ScenarioData data,
        Optional<ScenarioWorkload> workload,
        ScenarioSetup setup,
        List<Variant> variants,
        Expected expected,
        Map<String, Object> document) {

    public Scenario {
        jvmFlags = List.copyOf(jvmFlags);
        variants = List.copyOf(variants);
        document = Collections.unmodifiableMap(new LinkedHashMap<>(document));
    }

    /**
     * The expected results of a run.
     *
     * @param work work that all variants must have in common
     * @param limits the author's idea of good enough, in the order of the file
     * @param predictions closed forms by variant name
     * @param reference id of the published figures that this scenario reproduces
     */
    public record Expected(
            WorkRule work, List<MetricLimit> limits, Map<String, Prediction> predictions, Optional<String> reference) {
        public Expected {
            limits = List.copyOf(limits);
            predictions = Collections.unmodifiableMap(new LinkedHashMap<>(predictions));
        }

        private Expected without(Set<String> variants) {
            var left = new LinkedHashMap<>(predictions);
            left.keySet().removeAll(variants);
            return new Expected(work, limits, left, reference);
        }
    }

    /** All requests that are sent, to whichever variant. */
    public List<ScenarioRequest> requests() {
        var ofUsers = workload.map(ScenarioWorkload::requests)
                .orElseGet(() -> variants.stream().map(Variant::request).toList());
        return Stream.concat(setup.requests().stream(), ofUsers.stream()).toList();
    }

    /** The first request of a user of a variant: the target is looked at with it before the load. */
    public ScenarioRequest firstRequest(Variant variant) {
        return setup.beforeUser().isEmpty()
                ? variant.request()
                : setup.beforeUser().getFirst().request();
    }

    /** This scenario for a load that is no part of the measurement: its data has no end. */
    public Scenario withEndlessData() {
        return new Scenario(
                name,
                title,
                profile,
                load,
                jvmFlags,
                needs,
                data.endless(),
                workload,
                setup,
                variants,
                expected,
                document);
    }

    /** This scenario without some variants and their predictions. The document, as requested, keeps them. */
    public Scenario without(Set<String> names) {
        var left = variants.stream()
                .filter(variant -> !names.contains(variant.name()))
                .toList();
        return new Scenario(
                name,
                title,
                profile,
                load,
                jvmFlags,
                needs,
                data,
                workload,
                setup,
                left,
                expected.without(names),
                document);
    }
}
