package dev.ralbench.completion;

import java.util.List;

/** The names that a script knows without asking: those of what comes with ralbench. */
public record BuiltInNames(List<Scenario> scenarios, List<String> gates) {
    public BuiltInNames {
        scenarios = List.copyOf(scenarios);
        gates = List.copyOf(gates);
    }

    /** A scenario, with what can be chosen of it. */
    public record Scenario(String name, List<String> variants, List<String> profiles) {
        public Scenario {
            variants = List.copyOf(variants);
            profiles = List.copyOf(profiles);
        }
    }
}
