package dev.ralbench.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is laid over a scenario file.
 *
 * @param profile the profile that is chosen
 * @param values later ones win
 * @param variants the only variants that are wanted; empty for all
 */
public record Overrides(Optional<String> profile, List<GivenValue> values, List<String> variants) {
    public Overrides {
        values = List.copyOf(values);
        variants = List.copyOf(variants);
    }

    /** The scenario as the file has it. */
    public static Overrides none() {
        return new Overrides(Optional.empty(), List.of(), List.of());
    }

    /** Only values. */
    public static Overrides of(List<GivenValue> values) {
        return new Overrides(Optional.empty(), values, List.of());
    }

    public Overrides withProfile(String chosen) {
        return new Overrides(Optional.of(chosen), values, variants);
    }

    public Overrides withVariants(List<String> wanted) {
        return new Overrides(profile, values, wanted);
    }

    /** Both, where the stronger one wins: {@code environment.under(options)}. */
    public Overrides under(Overrides stronger) {
        var all = new ArrayList<>(values);
        all.addAll(stronger.values);
        return new Overrides(
                stronger.profile.or(() -> profile), all, stronger.variants.isEmpty() ? variants : stronger.variants);
    }
}
