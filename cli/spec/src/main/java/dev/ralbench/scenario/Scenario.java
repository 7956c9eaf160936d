package dev.ralbench.scenario;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.measurement.Threshold;
import dev.ralbench.need.Needs;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What to send, in which shape, at which variants: a scenario file with its profile and all overrides merged in.
 *
 * @param profile the profile that was chosen, or empty
 * @param jvmFlags flags of every JVM target that ralbench starts
 * @param needs what has to run next to the targets
 * @param variants in the order of the file
 * @param work what all variants have to do alike
 * @param expect what the scenario's author takes for good enough, in the order of the file
 * @param predictions closed forms by variant name
 * @param reference id of the published figures that this scenario reproduces
 * @param document the merged document itself, as plain maps, lists and strings in the order of the file; stored in
 *     the result so that it can be run again
 */
public record Scenario(
        String name,
        String title,
        Optional<String> profile,
        LoadPlan load,
        List<String> jvmFlags,
        Needs needs,
        List<Variant> variants,
        WorkRule work,
        List<Threshold> expect,
        Map<String, Prediction> predictions,
        Optional<String> reference,
        Map<String, Object> document) {

    public Scenario {
        jvmFlags = List.copyOf(jvmFlags);
        variants = List.copyOf(variants);
        expect = List.copyOf(expect);
        predictions = Collections.unmodifiableMap(new LinkedHashMap<>(predictions));
        document = Collections.unmodifiableMap(new LinkedHashMap<>(document));
    }

    /** The same without some variants, and what is predicted of them; the document keeps them, because it is what was asked for. */
    public Scenario without(Set<String> names) {
        var left = variants.stream()
                .filter(variant -> !names.contains(variant.name()))
                .toList();
        var predicted = new LinkedHashMap<>(predictions);
        predicted.keySet().removeAll(names);
        return new Scenario(
                name, title, profile, load, jvmFlags, needs, left, work, expect, predicted, reference, document);
    }
}
