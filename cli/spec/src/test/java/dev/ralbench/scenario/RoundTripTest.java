package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Copy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A canonical document, written and read again, gives the scenario that it came from. */
class RoundTripTest {

    @ParameterizedTest
    @MethodSource("dev.ralbench.scenario.BuiltIns#inEachProfile")
    void everyBuiltInSurvivesWritingAndReading(BuiltIns.InProfile builtIn) {
        var scenario = builtIn.resolved().scenario();

        // The document has the profile's values, and no profiles any more.
        assertThat(reread(scenario)).isEqualTo(withoutProfile(scenario));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anyScenarioSurvivesWritingAndReading(long seed) {
        var document = new RandomScenario(new Random(seed)).document();
        var scenario = resolve(ScenarioFile.write(document));

        assertThat(reread(scenario)).isEqualTo(scenario);
    }

    private static List<Long> seeds() {
        return new Random(1).longs(300).boxed().toList();
    }

    private static Scenario reread(Scenario scenario) {
        return resolve(ScenarioFile.write(scenario.document()));
    }

    private static Scenario resolve(String text) {
        return Texts.source(text).resolve(Overrides.none()).scenario();
    }

    private static Scenario withoutProfile(Scenario scenario) {
        return Copy.of(scenario).with("profile", Optional.empty()).made();
    }

    /** Valid documents with every key now there and now not, and with texts that YAML likes to misread. */
    private record RandomScenario(Random random) {
        private static final List<String> TEXTS = List.of(
                "plain",
                "true",
                "no",
                "null",
                "~",
                "007",
                "1e3",
                "1.50",
                "0x1F",
                "- x",
                "a: b",
                "a #b",
                "'",
                "\"",
                "{x}",
                "[",
                "*a",
                "&a",
                "!b",
                "%",
                "@",
                "ü€😀",
                " both ends ",
                "tab\there",
                "line\nbreak\n",
                "\u0007",
                "back\\slash",
                "---",
                "...",
                "<<",
                "=",
                "2026-01-01",
                "12:30:45",
                "-",
                "?",
                ":",
                "|",
                ">");

        Map<String, Object> document() {
            var document = new LinkedHashMap<String, Object>();
            document.put("schema", 1);
            document.put("name", "mine");
            maybe(document, "title", text());
            document.put("request", request());
            document.put("load", load());
            maybe(document, "jvm", one("-Xmx1G", "", "-Xms1G  -Xmx2G -XX:+UseZGC"));
            maybe(document, "needs", needs());
            document.put("variants", variants());
            maybe(document, "work", work());
            maybe(document, "expect", expect());
            maybe(
                    document,
                    "predict",
                    Map.of("one", Map.of("delay", duration(), "workers", users(), "cpu", duration())));
            maybe(document, "reference", "imp.delay-200");
            return document;
        }

        private Map<String, Object> work() {
            var work = new LinkedHashMap<String, Object>();
            maybe(work, "same", one("bytes", "shape", "status", "nothing"));
            maybe(work, "differs", Map.of("one", "because: " + text()));
            return work;
        }

        private Map<String, Object> expect() {
            var expect = new LinkedHashMap<String, Object>();
            maybe(expect, "p99", one("<300ms", "<= 1.5s", "< 0.25ms"));
            maybe(expect, "errors", one("<0.1%", "<=0%", "<0.07%"));
            maybe(expect, "goodput@" + users(), ">=" + users() + ".5/s");
            maybe(expect, "p99@0.5/s slow", "<1s");
            maybe(expect, "heap.peak@10 warm", one("<64MiB", "<1.5GiB", "<100B"));
            maybe(expect, "cpu/request@10 warm #2", one("<300us", "<1.2ms"));
            maybe(expect, "stall", one("<1s", "<300ms"));
            maybe(expect, "sql/request", "<=" + users());
            return expect;
        }

        private Map<String, Object> needs() {
            var needs = new LinkedHashMap<String, Object>();
            maybe(needs, "mysql", Map.of("database", "shop", "rows", Map.of("orders", users())));
            maybe(needs, "postgres", Map.of("database", "shop", "rows", Map.of("sales.orders", users())));
            maybe(needs, "redis", one(Map.of(), Map.of("keys", Map.of("a:[1, 2]", text()))));
            maybe(
                    needs,
                    "mongodb",
                    one(
                            Map.of("database", "shop", "documents", Map.of("orders.of-2026", users())),
                            Map.of(
                                    "database",
                                    "shop",
                                    "load",
                                    Map.of(
                                            "command",
                                            "node load.js",
                                            "env",
                                            Map.of("STORE", "${mongodb.url}"),
                                            "files",
                                            List.of(),
                                            "within",
                                            duration()),
                                    "indexes",
                                    Map.of("orders", List.of(Map.of("customer", 1), Map.of("placed", -1))))));
            maybe(needs, "upstream", Map.of("latency", duration(), "sigma", 0.15));
            return needs;
        }

        private Map<String, Object> request() {
            var request = new LinkedHashMap<String, Object>();
            maybe(request, "method", one("GET", "POST"));
            request.put("path", "/endpoint?delay=200ms&x=%20");
            maybe(request, "query", one("a=1&a=2", "q=%C3%BC/?:@"));
            maybe(request, "headers", Map.of("Accept", "application/json", "X-Number", one(5, "5", true, "1.50")));
            maybe(request, "body", text());
            maybe(
                    request,
                    "expect",
                    Map.of("status", 204, "bodyBytes", users(), "elements", Map.of("data.items", users(), "a b", 0)));
            return request;
        }

        private Map<String, Object> load() {
            var load = new LinkedHashMap<String, Object>();
            boolean isOpen = random.nextInt(3) == 0;
            if (isOpen) {
                load.put("open", rates());
            } else if (random.nextInt(4) == 0) {
                load.put("phases", List.of(Map.of("open", rates()), Map.of("closed", shape())));
            } else {
                load.put("closed", random.nextInt(4) == 0 ? Map.of("sequence", List.of(shape(), shape())) : shape());
            }
            maybe(load, "stopAfter", duration());
            maybe(load, "timeout", random.nextInt(1, 1200) + "s");
            maybe(load, "think", isOpen ? one(0, "0s") : one(0, "0s", duration()));
            maybe(load, "keepAlive", random.nextBoolean());
            maybe(load, "onFailure", one("continue", "abort"));
            return load;
        }

        private Map<String, Object> shape() {
            return one(
                    Map.of("constant", Map.of("users", users(), "hold", duration())),
                    Map.of("ramp", Map.of("from", 0, "to", users(), "ramp", duration())),
                    Map.of("stairs", stairs()),
                    Map.of("loops", Map.of("users", users(), "loops", users(), "ramp", duration())),
                    Map.of("requests", Map.of("users", users(), "requests", users(), "within", duration())),
                    Map.of("constant", Map.of("users", users(), "hold", duration(), "label", "steady")),
                    Map.of("burst", Map.of("users", users(), "times", 1 + random.nextInt(3), "label", "all-at-once")));
        }

        private Map<String, Object> rates() {
            return random.nextInt(4) == 0 ? Map.of("sequence", List.of(rate(), rate())) : rate();
        }

        private Map<String, Object> rate() {
            return one(
                    Map.of("rate", Map.of("perSecond", one(0.001, 0.5, 1, 1234.5, 1_000_000), "hold", duration())),
                    Map.of(
                            "rate",
                            Map.of(
                                    "perSecond",
                                    users(),
                                    "hold",
                                    duration(),
                                    "users",
                                    users(),
                                    "arrivals",
                                    one("even", "poisson"))),
                    Map.of("ramp", Map.of("from", 0, "to", users(), "ramp", duration(), "label", "up")),
                    Map.of("stairs", Map.of("start", 0.5, "add", 2, "times", 3, "ramp", 0, "hold", duration())));
        }

        private Map<String, Object> stairs() {
            return Map.of("start", users(), "add", users(), "times", 8, "ramp", 0, "hold", duration());
        }

        private Map<String, Object> variants() {
            var one = new LinkedHashMap<String, Object>(Map.of("target", "tomcat"));
            maybe(one, "path", "/other");
            maybe(one, "with", Map.of("virtualThreads", one(true, "true"), "workers", users(), "greeting", text()));
            maybe(one, "expectFailures", "because: " + text());
            maybe(one, "labels", Map.of("revision", one("3f2c1ab", 1234567, "1e5"), "dirty", random.nextBoolean()));
            var url = Map.of("target", Map.of("url", "http://127.0.0.1:8080", "pid", users()));
            var command =
                    Map.of("target", Map.of("command", "run " + text(), "ready", "/", "env", Map.of("A", text())));
            var variants = new LinkedHashMap<String, Object>(Map.of("one", one));
            maybe(variants, "url", url);
            maybe(variants, "command", command);
            maybe(
                    variants,
                    "jar",
                    Map.of("target", Map.of("jar", "a b/x.jar", "ready", "/", "env", Map.of("A", text()))));
            maybe(
                    variants,
                    "built",
                    Map.of("target", Map.of("builtIn", "tomcat", "jar", "x.jar"), "with", Map.of("a", 1)));
            maybe(variants, "image", Map.of("target", image()));
            return variants;
        }

        private Map<String, Object> image() {
            var image = new LinkedHashMap<String, Object>(Map.of("ready", "/health"));
            image.put(
                    "image", one("shop", "shop:abc_1", "registry.example:5000/team/shop:1@sha256:" + "0f".repeat(32)));
            maybe(image, "command", "serve " + text());
            maybe(image, "port", users());
            return image;
        }

        private String text() {
            var parts = new ArrayList<String>();
            for (int i = 0; i <= random.nextInt(3); i++) {
                parts.add(TEXTS.get(random.nextInt(TEXTS.size())));
            }
            return String.join(one("", " ", "\n"), parts);
        }

        private int users() {
            return 1 + random.nextInt(1000);
        }

        private String duration() {
            return (1 + random.nextInt(9)) + one("ms", "s", "m", "h", ".5s", ".25ms");
        }

        private void maybe(Map<String, Object> into, String key, Object value) {
            if (random.nextBoolean()) {
                into.put(key, value);
            }
        }

        @SafeVarargs
        private <T> T one(T... choices) {
            return choices[random.nextInt(choices.length)];
        }
    }
}
