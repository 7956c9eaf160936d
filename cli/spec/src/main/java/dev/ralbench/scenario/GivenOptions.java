package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.scenario.Overrides.GivenValue;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.FileKind;
import dev.ralbench.yaml.SourceText;
import dev.ralbench.yaml.YamlWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The options that change a scenario, as typed: on a command line, in the environment, or by a program that uses ralbench
 * as a library. Knows which of them changes which key, and which exclude each other. Their values are checked by the
 * reader of the file's own values. Immutable.
 */
public final class GivenOptions {
    private static final String TARGET = "variants." + UrlScenario.VARIANT + ".target.";
    private static final String QUICK = "quick";
    private static final FileKind BODY =
            new FileKind("body", "", "docs/reference/scenario.md", "--body TEXT has the text itself.");

    /** All of them, in the order in which they take effect and messages list them. */
    private static final Map<String, Known> TABLE = table(
            // No keys of a file: overrides() reads them.
            many("--variant"),
            many("--directory"),
            many("--label"),
            flag("--insecure"),
            flag("--quick"),
            one("--profile"),
            // Several of them together are the shape of the load: shape() reads them.
            one("--users"),
            one("--rate"),
            one("--requests"),
            one("--duration"),
            one("--steps"),
            one("--hold"),
            one("--trace"),
            one("--speed"),
            one("--timeout").sets("load.timeout"),
            one("--think").sets("load.think"),
            one("--stop-after").sets("load.stopAfter"),
            many("--abort-when").does(GivenOptions::abortWhen),
            one("--warm-up").sets("load.warmUp.requests"),
            one("--method").setsText("request.method"),
            many("--header").does(GivenOptions::headers),
            one("--body").does(GivenOptions::body),
            one("--status").sets("request.expect.status"),
            flag("--follow").sets("request.followRedirects"),
            one("--pid").sets(TARGET + "pid"),
            one("--ca").setsText(TARGET + "tls.ca"));

    private static final Pattern ABORT_WHEN =
            Pattern.compile("(?<figure>errors|p[0-9]+) *(?<limit>>.*?)(?: +for +(?<span>\\S+))?");

    private static final List<String> OF_VARIANTS =
            List.of("--variant", "--directory", "--label", "--insecure", "--quick", "--profile");
    /** What says which shape the load has, or when it ends. */
    private static final List<String> OF_SHAPE = List.of(
            "--users", "--rate", "--requests", "--duration", "--steps", "--hold", "--trace", "--speed", "--stop-after");
    /** Those with a variable: RALBENCH_STOP_AFTER for --stop-after. Others of that name belong to other parts. */
    private static final List<String> OF_ENVIRONMENT =
            List.of("--users", "--duration", "--timeout", "--think", "--stop-after", "--profile");

    private final Map<String, Given> given;

    private GivenOptions(Map<String, Given> given) {
        this.given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    }

    /**
     * @param texts one, several if it may be repeated, none of a flag
     * @param origin what gave it, as messages name it
     */
    private record Given(List<String> texts, String origin) {
        String text() {
            return texts.getFirst();
        }

        GivenValue value(String path, String text) {
            return new GivenValue(path, text, origin);
        }
    }

    private interface Effect {
        List<GivenValue> of(Given given);
    }

    /** @param effect on keys of the scenario that it has alone */
    private record Known(String option, int fewest, int most, Effect effect) {
        Known does(Effect other) {
            return new Known(option, fewest, most, other);
        }

        Known sets(String path) {
            return does(given -> List.of(given.value(path, most == 0 ? "true" : given.text())));
        }

        Known setsText(String path) {
            return does(given -> List.of(given.value(path, YamlWriter.quoted(given.text()))));
        }
    }

    private static Known flag(String option) {
        return new Known(option, 0, 0, given -> List.of());
    }

    private static Known one(String option) {
        return new Known(option, 1, 1, given -> List.of());
    }

    private static Known many(String option) {
        return new Known(option, 1, Integer.MAX_VALUE, given -> List.of());
    }

    private static Map<String, Known> table(Known... all) {
        var table = new LinkedHashMap<String, Known>();
        Stream.of(all).forEach(known -> table.put(known.option(), known));
        return Collections.unmodifiableMap(table);
    }

    public static GivenOptions none() {
        return new GivenOptions(Map.of());
    }

    /** Those in the environment. A variable that is set to nothing counts as unset. */
    public static GivenOptions ofEnvironment(Map<String, String> environment) {
        var given = new LinkedHashMap<String, Given>();
        for (var option : OF_ENVIRONMENT) {
            var variable = "RALBENCH_"
                    + option.substring("--".length()).replace('-', '_').toUpperCase(Locale.ROOT);
            var text = environment.getOrDefault(variable, "");
            if (!text.isBlank()) {
                given.put(option, new Given(List.of(text), variable));
            }
        }
        return new GivenOptions(given);
    }

    /**
     * These with one more, which takes the place of an earlier one of the same name.
     *
     * @param option its long name, such as {@code --think}
     * @param texts as typed: none for a flag; one, or several for an option that may be repeated
     * @throws Failure of usage if it is no such option, or has another number of texts
     */
    public GivenOptions with(String option, String... texts) {
        var known = TABLE.get(option);
        if (known == null) {
            throw Failure.usage(
                    option + ": is not an option that changes a scenario",
                    NearestName.hint(option, TABLE.keySet()),
                    "correct its name");
        }
        if (texts.length < known.fewest || texts.length > known.most) {
            throw Failure.usage(
                    option + ": needs " + (known.most == 0 ? "no text" : known.most == 1 ? "one text" : "a text")
                            + ", got " + texts.length,
                    "",
                    "give it as ralbench run --help says");
        }
        return with(option, new Given(List.of(texts), option));
    }

    private GivenOptions with(String option, Given value) {
        var all = new LinkedHashMap<>(given);
        all.put(option, value);
        return new GivenOptions(all);
    }

    private GivenOptions only(Collection<String> options) {
        var kept = new LinkedHashMap<>(given);
        kept.keySet().retainAll(options);
        return new GivenOptions(kept);
    }

    /** Without changes to load, request and target. */
    public GivenOptions ofVariants() {
        return only(OF_VARIANTS);
    }

    /** The given options that say which shape the load has, or when it ends, in the order of the help. */
    public List<String> ofShape() {
        return OF_SHAPE.stream().filter(this::has).toList();
    }

    /** The given options that say how much load there is: its shape, its end, its warm-up, and whether it is the quick one. */
    public List<String> ofLoad() {
        var options = new ArrayList<>(ofShape());
        if (has("--warm-up")) {
            options.add("--warm-up");
        }
        if (has("--quick")) {
            options.add("--quick");
        } else if (text("--profile").filter(QUICK::equals).isPresent()) {
            options.add("--profile " + QUICK);
        }
        return options;
    }

    private boolean has(String option) {
        return given.containsKey(option);
    }

    private Optional<Given> find(String option) {
        return Optional.ofNullable(given.get(option));
    }

    private Optional<String> text(String option) {
        return find(option).map(Given::text);
    }

    private List<String> texts(String option) {
        return find(option).map(Given::texts).orElse(List.of());
    }

    /**
     * Refuses all that can be refused without reading a file.
     *
     * @param scenario as {@link ScenarioCatalog#find} takes it
     * @throws Failure of usage as {@link #overrides}
     */
    public void check(String scenario) {
        boolean readsFile = text("--body").filter(text -> text.startsWith("@")).isPresent();
        var others = new ArrayList<>(given.keySet());
        others.removeIf(option -> readsFile && option.equals("--body"));
        var unused = only(others).overrides(scenario);
    }

    /**
     * These options as changes to a scenario.
     *
     * @param scenario as {@link ScenarioCatalog#find} takes it: one that is a URL has its own defaults
     * @throws Failure of usage if options exclude each other, do not suit the scenario, or cannot be read
     */
    public Overrides overrides(String scenario) {
        return overrides(scenario, none());
    }

    /**
     * The same over weaker ones, those of the environment: these win one by one, over defaults as well.
     *
     * @throws Failure of usage as {@link #overrides(String)}
     */
    public Overrides overrides(String scenario, GivenOptions weaker) {
        var own = ownOverrides(scenario, weaker);
        return weaker.given.isEmpty() ? own : weaker.overrides(scenario).under(own);
    }

    private Overrides ownOverrides(String scenario, GivenOptions weaker) {
        boolean isUrl = UrlScenario.isMeant(scenario);
        var effective = isUrl ? this.withDefaultsOfUrl(weaker) : this;
        effective.refuseExcluded();
        var values = new ArrayList<GivenValue>();
        values.addAll(effective.shape());
        TABLE.forEach((option, known) -> effective
                .find(option)
                .ifPresent(each -> values.addAll(known.effect().of(each))));
        if (!has("--stop-after")) { // a shape takes the file's away, and not that of the weaker ones
            weaker.addTo(values, "--stop-after", "load.stopAfter");
        }
        if (!isUrl) {
            refuseTarget(values);
        }
        var names = new ArrayList<String>();
        var builds = new ArrayList<Build>();
        for (var text : texts("--variant")) {
            if (text.contains("=")) {
                builds.add(Build.parse(text));
            } else {
                names.addAll(Arrays.asList(text.split(",", -1)));
            }
        }
        return new Overrides(
                has("--quick") ? Optional.of(QUICK) : text("--profile"),
                values,
                names,
                BuildTrees.parse(texts("--directory")).given(builds),
                texts("--label").stream().map(Label::parse).toList(),
                Optional.empty(),
                has("--insecure"));
    }

    /** With a body it is a POST. Users and duration are those of {@link UrlScenario}. */
    private GivenOptions withDefaultsOfUrl(GivenOptions weaker) {
        var all = this;
        if (has("--requests") && !has("--users")) {
            all = all.with("--users", weaker.find("--users").orElse(new Given(List.of(UrlScenario.USERS), "--users")));
        }
        if (has("--rate") && !has("--duration")) {
            all = all.with(
                    "--duration", weaker.find("--duration").orElse(new Given(List.of(UrlScenario.HOLD), "--duration")));
        }
        return has("--body") && !has("--method") ? all.with("--method", "POST") : all;
    }

    // Which options exclude each other.

    private void refuseExcluded() {
        if (has("--rate") && has("--requests")) {
            throw Failure.usage(
                    "--rate and --requests cannot be combined", "Both set the load.", "Leave one of them out.");
        }
        if (has("--requests") && has("--duration")) {
            throw Failure.usage(
                    "--requests and --duration cannot be combined",
                    "The load ends when its requests are done.",
                    "Leave one of them out.");
        }
        refuseWithSteps("--users", "--duration");
        refuseWithSteps("--rate", "--requests");
        Stream.of("--rate", "--requests", "--duration", "--steps", "--hold")
                .filter(option -> has("--trace") && has(option))
                .findFirst()
                .ifPresent(option -> {
                    throw Failure.usage(
                            "--trace and " + option + " cannot be combined",
                            "The log has the times of the load.",
                            "Leave one of them out; --stop-after ends a replay early.");
                });
        if (has("--speed") && !has("--trace")) {
            throw Failure.usage("--speed: needs --trace", "", "Write --trace access.log --speed 2.");
        }
        if (has("--steps") != has("--hold")) {
            throw wrongSteps(has("--steps") ? "--steps: needs --hold" : "--hold: needs --steps", "");
        }
        text("--profile").filter(name -> has("--quick") && !name.equals(QUICK)).ifPresent(name -> {
            throw Failure.usage("--quick and --profile " + name + " exclude each other", "", "give one of them");
        });
    }

    private void refuseWithSteps(String one, String other) {
        if ((has(one) || has(other)) && (has("--steps") || has("--hold"))) {
            throw wrongSteps(
                    one + " and " + other + " cannot be combined with --steps and --hold", "Both set the load.");
        }
    }

    private static Failure wrongSteps(String what, String why) {
        return Failure.usage(what, why, "Write --users 50 --duration 30s, or --steps 10,50,100 --hold 30s.");
    }

    /** The message has the key of a scenario with the same meaning. */
    private static void refuseTarget(List<GivenValue> values) {
        values.stream()
                .filter(value -> value.path().startsWith(TARGET))
                .findFirst()
                .ifPresent(value -> {
                    throw Failure.usage(
                            value.origin() + ": is for a URL in place of a scenario",
                            "",
                            "write " + value.path().replace(TARGET, "target.") + " in the scenario");
                });
    }

    // What an option does that is more than one key with its text.

    /** A load in place of the scenario's, or other users or another duration of a constant one. */
    private List<GivenValue> shape() {
        if (has("--steps")) {
            return List.of(steps(), endsByItself("--steps"));
        }
        if (has("--trace")) {
            var trace = "load.open.trace";
            var file = find("--trace").orElseThrow();
            var values = new ArrayList<>(
                    List.of(file.value(trace + ".file", YamlWriter.quoted(file.text())), endsByItself("--trace")));
            addTo(values, "--speed", trace + ".speed");
            addTo(values, "--users", trace + ".users");
            return values;
        }
        var shape =
                has("--rate") ? "load.open.rate" : has("--requests") ? "load.closed.requests" : "load.closed.constant";
        var values = new ArrayList<GivenValue>();
        addTo(values, "--rate", shape + ".perSecond");
        addTo(values, "--requests", shape + ".requests");
        addTo(values, "--users", shape + ".users");
        addTo(values, "--duration", shape + ".hold");
        Stream.of("--requests", "--duration")
                .filter(this::has)
                .map(this::endsByItself)
                .forEach(values::add);
        return values;
    }

    private void addTo(List<GivenValue> values, String option, String path) {
        find(option).ifPresent(each -> values.add(each.value(path, each.text())));
    }

    /** The file's stopAfter is meant for the file's shape; it would cut a longer one without a word. */
    private GivenValue endsByItself(String option) {
        return find(option).orElseThrow().value("load.stopAfter", "null");
    }

    private GivenValue steps() {
        var steps = find("--steps").orElseThrow();
        var hold = hold(text("--hold").orElseThrow());
        return steps.value(
                "load.closed.sequence",
                Arrays.stream(steps.text().split(",", -1))
                        .map(step -> "{constant: {users: " + number(step.strip()) + ", hold: " + hold + "}}")
                        .collect(Collectors.joining(", ", "[", "]")));
    }

    private static String number(String step) {
        if (!step.matches("\\d{1,9}")) {
            throw wrongSteps("--steps: needs whole numbers separated by commas, got \"" + step + "\"", "");
        }
        return step;
    }

    private static String hold(String text) {
        try {
            return DurationSyntax.ANY.written(DurationSyntax.parse(text));
        } catch (IllegalArgumentException e) {
            throw wrongSteps("--hold: " + e.getMessage(), "").causedBy(e);
        }
    }

    private static List<GivenValue> abortWhen(Given given) {
        var values = new ArrayList<GivenValue>();
        var spans = new LinkedHashSet<String>();
        for (var text : given.texts()) {
            var parts = ABORT_WHEN.matcher(text.strip());
            if (!parts.matches()) {
                throw Failure.usage(
                        "--abort-when: needs a figure, >, and a limit, got \"" + text + "\"",
                        "",
                        "write --abort-when 'errors>5%' or --abort-when 'p99>2s for 30s', in quotes");
            }
            values.add(given.value("load.abortWhen." + parts.group("figure"), YamlWriter.quoted(parts.group("limit"))));
            Optional.ofNullable(parts.group("span")).ifPresent(span -> {
                spans.add(span);
                values.add(given.value("load.abortWhen.for", span));
            });
        }
        if (spans.size() > 1) {
            throw Failure.usage(
                    "--abort-when: there is one span for all limits, got " + String.join(" and ", spans),
                    "",
                    "write \"for\" once, or the same each time");
        }
        return values;
    }

    private static List<GivenValue> headers(Given given) {
        return given.texts().stream().map(text -> header(text, given.origin())).toList();
    }

    private static GivenValue header(String text, String origin) {
        int colon = text.indexOf(':');
        if (colon < 1) {
            throw Failure.usage(
                    "--header: needs a name and a value", "", "write --header 'Accept: application/json', in quotes");
        }
        var name = text.substring(0, colon).strip();
        return new GivenValue(
                "request.headers." + name,
                YamlWriter.quoted(text.substring(colon + 1).strip()),
                origin + " " + name);
    }

    private static List<GivenValue> body(Given given) {
        var text = given.text();
        var content = text.startsWith("@") ? SourceText.read(file(text.substring(1)), BODY) : text;
        return List.of(given.value("request.body", YamlWriter.quoted(content)));
    }

    private static Path file(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw Failure.usage("--body @" + name + ": cannot be a path", e.getReason(), "check the path")
                    .causedBy(e);
        }
    }
}
