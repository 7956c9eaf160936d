package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.load.data.RowFormat;
import dev.ralbench.load.data.Rows;
import dev.ralbench.secret.Placeholders;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scenario as another machine gets it: the load of one variant, with all that a generator needs to send a part of it to a
 * target that runs already; or the variants with all that is needed to start their targets. Holds no secret: the text has
 * the names of environment variables, as the scenario has.
 *
 * @param text of the scenario
 * @param files that it names, by their names in it
 */
public record CarriedScenario(String text, Map<String, byte[]> files) {
    public CarriedScenario {
        files = Map.copyOf(files);
    }

    /**
     * Takes all of a scenario, for a machine that starts its targets.
     *
     * @param source where the scenario was read from
     * @throws Failure if a part of it cannot be carried
     */
    public static CarriedScenario ofTargets(ParsedScenario source, Scenario scenario) {
        if (!scenario.data().queries().isEmpty()) {
            throw Failure.usage(
                    "data." + scenario.data().queries().keySet().iterator().next()
                            + ": a query cannot be sent to a database next to a target on another machine",
                    "rows are read by the machine that sends the load",
                    "write them to a file and name it, or leave --target-agent out");
        }
        return carried(scenario, scenario.document(), new ScenarioDirectory.Noting(source.directory()));
    }

    private static CarriedScenario carried(
            Scenario scenario, Map<String, Object> document, ScenarioDirectory.Noting files) {
        var text = ScenarioFile.write(document);
        var unused = ParsedScenario.of(new ScenarioText(scenario.name(), text, files));
        return new CarriedScenario(text, files.seen());
    }

    /** The start of a URL, and its host if that is the machine that the URL is used on. */
    private static final Pattern LOOPBACK = Pattern.compile("^(\\w+://)(?:localhost|127\\.[0-9.]+|\\[::1])(?=:)");

    /** What is of use only where the target is started and judged. */
    private static final List<String> LEFT_BEHIND = List.of("needs", "jvm", "work", "predict", "expect", "reference");

    /**
     * Takes what belongs to a variant.
     *
     * @param source where the scenario was read from
     * @param ofQueries the rows of each query, by the names of their feeds: the other machine need not reach the database
     * @param url where the other machine reaches the target
     * @throws Failure if a part of it cannot be carried
     */
    public static CarriedScenario of(
            ParsedScenario source, Scenario scenario, Variant variant, Map<String, Rows> ofQueries, URI url) {
        var document = new LinkedHashMap<>(scenario.document());
        LEFT_BEHIND.forEach(document::remove);
        document.put(
                "variants", Map.of(variant.name(), reached(below(document, "variants", variant.name()), variant, url)));
        var files = new ScenarioDirectory.Noting(source.directory());
        var feeds = below(document, "data");
        ofQueries.forEach((name, rows) -> {
            var file = "rows of " + name + ".json";
            files.seen().put(file, RowFormat.json(rows));
            var feed = below(document, "data", name);
            feed.keySet().removeAll(List.of("sql", "of"));
            feed.put("file", file);
            feeds.put(name, feed);
        });
        if (!feeds.isEmpty()) {
            document.put("data", feeds);
        }
        return carried(scenario, document, files);
    }

    private static Map<String, Object> reached(Map<String, Object> written, Variant variant, URI url) {
        var reached = new LinkedHashMap<>(written);
        reached.remove("with");
        reached.remove("jvm");
        var target = new LinkedHashMap<String, Object>();
        target.put(
                "url",
                variant.target() instanceof TargetChoice.Url
                                && below(written, "target").get("url") instanceof String own
                        ? LOOPBACK.matcher(own).replaceFirst("$1" + Matcher.quoteReplacement(url.getHost()))
                        : url.toString());
        Optional.ofNullable(below(written, "target").get("tls")).ifPresent(tls -> target.put("tls", tls));
        reached.put("target", target);
        return reached;
    }

    /** The mapping at some keys; empty if there is none. */
    private static Map<String, Object> below(Map<String, Object> document, String... keys) {
        var at = document;
        for (var key : keys) {
            var found = new LinkedHashMap<String, Object>();
            if (at.get(key) instanceof Map<?, ?> map) {
                map.forEach((name, value) -> found.put(name.toString(), value));
            }
            at = found;
        }
        return at;
    }

    /** The environment variables that it names. */
    public Set<String> variables() {
        return new TreeSet<>(Placeholders.names(text));
    }

    /**
     * Reads it.
     *
     * @param source its name in messages
     * @throws Failure if this version of ralbench cannot
     */
    public ParsedScenario read(String source) {
        return ParsedScenario.of(new ScenarioText(source, text, new ScenarioDirectory.Carried(files)));
    }
}
