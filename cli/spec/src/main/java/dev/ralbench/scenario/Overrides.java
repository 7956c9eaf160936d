package dev.ralbench.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The layers over a scenario file.
 *
 * @param profile the profile that is chosen
 * @param values later ones win
 * @param variants the only variants that are wanted; empty for all. Next to builds: the one that they are like
 * @param builds replace all variants; empty to keep them
 * @param labels of variants or builds
 * @param control the name under which the first variant is measured a second time; empty for once
 * @param insecure whether certificates are not checked
 */
public record Overrides(
        Optional<String> profile,
        List<GivenValue> values,
        List<String> variants,
        List<Build> builds,
        List<Label> labels,
        Optional<String> control,
        boolean insecure) {
    /**
     * A value given outside the scenario file.
     *
     * @param path dotted key, such as {@code load.timeout}
     * @param value its text as it would stand in the file; {@code null} takes the key away
     * @param origin its source: {@code --timeout}, {@code RALBENCH_TIMEOUT}
     */
    public record GivenValue(String path, String value, String origin) {}

    public Overrides {
        values = List.copyOf(values);
        variants = List.copyOf(variants);
        builds = List.copyOf(builds);
        labels = List.copyOf(labels);
    }

    /** Without builds, labels and control. */
    public Overrides(Optional<String> profile, List<GivenValue> values, List<String> variants) {
        this(profile, values, variants, List.of(), List.of(), Optional.empty(), false);
    }

    /** The scenario as the file has it. */
    public static Overrides none() {
        return new Overrides(Optional.empty(), List.of(), List.of());
    }

    /** Only values. */
    static Overrides of(List<GivenValue> values) {
        return new Overrides(Optional.empty(), values, List.of());
    }

    public Overrides withProfile(String chosen) {
        return new Overrides(Optional.of(chosen), values, variants, builds, labels, control, insecure);
    }

    public Overrides withVariants(List<String> wanted) {
        return new Overrides(profile, values, wanted, builds, labels, control, insecure);
    }

    public Overrides withBuilds(List<Build> wanted) {
        return new Overrides(profile, values, variants, wanted, labels, control, insecure);
    }

    public Overrides withLabels(List<Label> said) {
        return new Overrides(profile, values, variants, builds, said, control, insecure);
    }

    public Overrides withControl(Optional<String> name) {
        return new Overrides(profile, values, variants, builds, labels, name, insecure);
    }

    /** Both; the stronger one wins: {@code environment.under(options)}. */
    public Overrides under(Overrides stronger) {
        var all = new ArrayList<>(values);
        all.addAll(stronger.values);
        return new Overrides(
                stronger.profile.or(() -> profile),
                all,
                stronger.variants.isEmpty() ? variants : stronger.variants,
                stronger.builds.isEmpty() ? builds : stronger.builds,
                stronger.labels.isEmpty() ? labels : stronger.labels,
                stronger.control.or(() -> control),
                stronger.insecure || insecure);
    }
}
