package dev.ralbench.testing;

import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.ScenarioFile;

/** What the runs of {@link dev.ralbench.testing.SyntheticRun} could be runs of. */
public final class ShopScenario {
    private ShopScenario() {}

    /** With these lines at its end. */
    public static ParsedScenario with(String... lines) {
        return ScenarioFile.parse("shop.yaml", """
                schema: 1
                name: shop-checkout
                request: { path: /checkout }
                load: { closed: { constant: { users: 10, hold: 1s } } }
                variants:
                  base: { target: { url: "http://127.0.0.1:9" } }
                  head: { target: { url: "http://127.0.0.1:9" } }
                """ + String.join("\n", lines));
    }
}
