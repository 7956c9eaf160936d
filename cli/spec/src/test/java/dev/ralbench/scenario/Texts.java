package dev.ralbench.scenario;

import dev.ralbench.yaml.Value;
import java.util.List;

/** Scenario files as texts for tests. */
final class Texts {
    private Texts() {}

    /** The smallest scenario, with a load and whatever else at the end. */
    static String withClosed(String closed, String... more) {
        return """
                schema: 1
                name: mine
                request: { path: /endpoint }
                load:
                  closed: %s
                  stopAfter: 60s
                variants:
                  one: { target: tomcat }
                  two: { target: netty, path: /other }
                predict:
                  one: { delay: 200ms, workers: 200 }
                  two: { delay: 200ms }
                """.formatted(closed) + String.join("", more);
    }

    static ParsedScenario source(String text) {
        return ScenarioFile.parse("mine.yaml", text);
    }

    /** Four levels of stairs, with two profiles. */
    static ParsedScenario stairs() {
        return source(withClosed("{ stairs: { start: 0, add: 256, times: 4, ramp: 10s, hold: 20s } }", """
                profiles:
                  quick:
                    load.closed.stairs: { start: 0, add: 256, times: 4, ramp: 2s, hold: 4s }
                    load.timeout: 3s
                  flat:
                    load:
                      closed: { constant: { users: 5, hold: 1s } }
                      stopAfter: null
                """));
    }

    static ParsedScenario constant() {
        return source(withClosed("{ constant: { users: 50, hold: 30s } }"));
    }

    /** What {@code show --origin} says of one path; "absent" where the scenario has no such value. */
    static String origin(ResolvedScenario resolved, String path) {
        return value(resolved.origins(), path);
    }

    private static String value(List<Value> values, String path) {
        return values.stream()
                .filter(value -> value.path().equals(path))
                .map(value -> value.rendered() + " from " + value.origin())
                .findFirst()
                .orElse("absent");
    }
}
