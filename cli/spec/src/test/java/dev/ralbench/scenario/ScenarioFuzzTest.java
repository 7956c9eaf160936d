package dev.ralbench.scenario;

import static dev.ralbench.testing.FuzzTarget.ofText;
import static dev.ralbench.testing.FuzzTarget.refusable;
import static dev.ralbench.testing.FuzzTarget.refusableByArgument;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.TextTemplate.Encoding;
import dev.ralbench.secret.Secrets;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.FuzzTarget;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.ScalarKind;
import dev.ralbench.yaml.SizeSyntax;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Scenario files, URLs and options in whatever state, and secrets in whatever form. */
class ScenarioFuzzTest {
    private static final String TOKEN = "TOKEN";
    private static final int SHORTEST_SECRET = 4;
    /** Its pattern takes a while to be made. */
    private static final int LONGEST_SECRET = 600;

    /** Read once: an override takes no time next to that. */
    private static final ParsedScenario BUILT_IN =
            ScenarioFile.parse("built-in.yaml", BuiltInScenarios.texts().getOrDefault("delay-200", ""));

    /** Each reads a whole scenario. */
    private static final int FEWER = 60;

    @TestFactory
    Stream<DynamicTest> everyTextIsReadOrRefused() {
        return FuzzTarget.tests(targets());
    }

    static List<FuzzTarget> targets() {
        return List.of(
                ofText(
                        "scenario",
                        Stream.of("delay-200", "fan-out-10x10", "burst-1000", "batching-c300")
                                .map(name -> BuiltInScenarios.texts()
                                        .getOrDefault(name, "")
                                        .replaceAll("(?m) *#.*$", ""))
                                .toList(),
                        List.of(
                                "load: ",
                                "closed: ",
                                "open: ",
                                "stairs: ",
                                "with: ",
                                "env: ",
                                "needs: ",
                                "extends: ",
                                "<<: ",
                                "&a ",
                                "*a",
                                "!x ",
                                "---\n",
                                "...\n",
                                "PT5",
                                "PT",
                                "512MiB",
                                "1.5GiB",
                                "${env:A}",
                                "${0..9}",
                                "target: { url: 'http://[::1]:80' }",
                                "warmUp: { until: compiled }",
                                "limits: { memory: 1GiB }",
                                "labels: { a: b }",
                                "expect: { p99: <1s }",
                                "profiles: "),
                        ScenarioFuzzTest::readScenario),
                ofText(
                        "url-argument",
                        List.of(
                                "http://127.0.0.1:8080/products/${001..299}?q=a%20b",
                                "https://shop.example", "http://[::1]:80/", "http://${env:HOST}:${env:PORT}/x"),
                        List.of(
                                "http://",
                                "HTTPS://",
                                "${env:A}",
                                "${0..9}",
                                "${999999999..0}",
                                "#",
                                "user@",
                                "\u2488",
                                "\u00bc"),
                        text -> refusable(() -> readAgain(
                                UrlScenario.of(text).resolve(Overrides.none()).scenario()))),
                ofText(
                                "override",
                                List.of(
                                        "load.timeout=5s",
                                        "request.headers.Accept=application/json",
                                        "load.closed.sequence=[{constant: {users: 1, hold: 1s}}]",
                                        "variants.reactive.with.workers=10",
                                        "expect.p99@10=<300ms",
                                        "load.closed.constant={users: 4, hold: 2s}",
                                        "load.closed.stairs={start: 1, add: 4, times: 3, ramp: 1s, hold: 2s}",
                                        "load.warmUp={until: compiled, limit: 30s}",
                                        "load.think=20ms",
                                        "request.method=POST",
                                        "request.expect.status=204",
                                        "variants.imperative.path=/other?x=${1..9}",
                                        "variants.imperative.target.builtIn=tomcat",
                                        "needs.redis={database: 3}",
                                        "needs.store={command: './store ${port}', ready: log up, env: {A: b}}",
                                        "expect={errors: <1%}",
                                        "variants.imperative.labels.team=shop",
                                        "predict.imperative=null"),
                                List.of(
                                        "load.",
                                        "request.",
                                        "variants.",
                                        "..",
                                        "=null",
                                        "={",
                                        "=[",
                                        "needs.redis.keys="),
                                ScenarioFuzzTest::override)
                        .trying(FEWER),
                ofText(
                        "duration",
                        List.of(
                                "200ms",
                                "1.5s",
                                "1000h",
                                "0.000000001h",
                                "0s",
                                "1ns",
                                "90m",
                                "12us",
                                "9223372036s",
                                "0.1ms",
                                "2562047h"),
                        List.of("ms", "us", "ns", "s", "m", "h", "0.", ".5", "999999999999999", "PT5S"),
                        text -> refusableByArgument(() -> {
                            var duration = DurationSyntax.parse(text);
                            assertThat(DurationSyntax.parse(written(duration))).isEqualTo(duration);
                        })),
                ofText(
                        "size",
                        List.of("512MiB", "1.5GiB", "0", "100B", "1KiB", "0.5KiB", "8589934591GiB", "2TiB", "1024"),
                        List.of("B", "KiB", "MiB", "GiB", "TiB", "0.", ".5", "999999999999999"),
                        text -> refusableByArgument(() -> {
                            var sizes = new SizeSyntax(0);
                            long size = sizes.read(scalar(text));
                            assertThat(sizes.read(scalar(String.valueOf(sizes.written(size)))))
                                    .isEqualTo(size);
                        })),
                ofText(
                        "request-values",
                        List.of(
                                "/a/${0001..0999}/b",
                                "/${1..1}",
                                "${random 1..5}-${uuid}",
                                "${now millis}${1..2 per request}"),
                        List.of("${", "..", "}", "999999999", "$1", "\\", "random ", " per request", "now"),
                        text -> {
                            if (RequestValues.flaw(text).isEmpty()) {
                                var template =
                                        RequestValues.template(text, plain -> plain, RequestData.NONE, Encoding.NONE);
                                assertThat(template.isFixed())
                                        .isEqualTo(!RequestValues.areIn(text) && !RequestValues.hasVariables(text));
                            }
                        }),
                ofText(
                                "mask",
                                List.of(
                                        "s3cr3t",
                                        "pass word/+=&",
                                        "line one here\nline two here",
                                        "\\\\\\\"<>&'",
                                        "ü€😀geheim",
                                        "a.b*c(d)"),
                                List.of(
                                        "\\\\",
                                        "\r\n\r\n",
                                        "&amp;",
                                        "%2F",
                                        "${env:TOKEN}",
                                        "${env:",
                                        "aaaaaaaaaaaaaaaaaaaaaaaa"),
                                ScenarioFuzzTest::mask)
                        .trying(FEWER));
    }

    private static void readScenario(String text) {
        refusable(() -> {
            var source = ScenarioFile.parse("damaged.yaml", text);
            readAgain(source.resolve(Overrides.none()).scenario());
            source.profiles()
                    .forEach(profile -> refusable(
                            () -> readAgain(source.resolve(Overrides.none().withProfile(profile))
                                    .scenario())));
        });
    }

    /** The canonical document has the profile's values, and no profiles any more. */
    private static void readAgain(Scenario scenario) {
        var written = ScenarioFile.write(scenario.document());
        var again = ScenarioFile.parse("written.yaml", written)
                .resolve(Overrides.none())
                .scenario();
        assertThat(again)
                .as(written)
                .isEqualTo(Copy.of(scenario).with("profile", Optional.empty()).made());
    }

    private static void override(String text) {
        int equals = text.indexOf('=');
        var value = new Overrides.GivenValue(
                equals < 0 ? text : text.substring(0, equals), equals < 0 ? "" : text.substring(equals + 1), "--set");
        refusable(() -> readAgain(BUILT_IN.resolve(Overrides.of(List.of(value))).scenario()));
    }

    private static String written(java.time.Duration duration) {
        return String.valueOf(DurationSyntax.ANY.written(duration));
    }

    private static Node.Scalar scalar(String text) {
        return new Node.Scalar(new Origin.Outside("test"), text, ScalarKind.TEXT);
    }

    /** The whole input is the secret: no form of it may be left of a text that holds it. */
    private static void mask(String text) {
        var secret = text.strip();
        if (secret.length() < SHORTEST_SECRET || secret.length() > LONGEST_SECRET || isPartOfPlaceholder(secret)) {
            return;
        }
        var secrets = Secrets.of(Map.of(TOKEN, text));
        for (var form : forms(secret)) {
            for (var around : List.of("", " ", "\"", "x=")) {
                var masked = secrets.masked("before " + around + form + around + " behind");
                assertThat(masked.contains(form)).as("%s in %s", form, masked).isFalse();
            }
        }
    }

    /** What replaces it, or stands around it, may then hold it. */
    private static boolean isPartOfPlaceholder(String secret) {
        var lowerCase = secret.toLowerCase(Locale.ROOT);
        return ("before ${env:" + TOKEN + "} behind").toLowerCase(Locale.ROOT).contains(lowerCase);
    }

    private static List<String> forms(String secret) {
        var bytes = secret.getBytes(StandardCharsets.UTF_8);
        return List.of(
                secret,
                Secrets.inForm(secret),
                Secrets.inUrl(secret),
                secret.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r"),
                secret.replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("\"", "&quot;"),
                Base64.getEncoder().encodeToString(bytes),
                Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }
}
