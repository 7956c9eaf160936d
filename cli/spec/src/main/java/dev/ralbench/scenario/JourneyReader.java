package dev.ralbench.scenario;

import dev.ralbench.load.Pause;
import dev.ralbench.load.Workload.Condition;
import dev.ralbench.load.Workload.Condition.Operator;
import dev.ralbench.load.Workload.Extraction;
import dev.ralbench.load.Workload.OnFailure;
import dev.ralbench.load.Workload.Source;
import dev.ralbench.scenario.ScenarioWorkload.Journey;
import dev.ralbench.scenario.ScenarioWorkload.Step;
import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.DecimalSyntax;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.PlainSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.ValueSyntax;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** Reads {@code journeys}, and the steps {@code before} and {@code after} them. */
final class JourneyReader {
    static final String JOURNEYS = "journeys";
    static final String BEFORE = "before";
    static final String AFTER = "after";
    static final String LOAD = "load";
    static final String USER = "user";
    private static final String STEPS = "steps";
    /** A token has expired. */
    private static final Set<Long> RENEW_ON = Set.of(401L);

    private static final ChoiceSyntax<OnFailure> ON_FAILURE = new ChoiceSyntax<>(OnFailure.class);
    private static final NumberSyntax TIMES = new NumberSyntax(1, 1_000_000);
    private static final DecimalSyntax SIGMA = new DecimalSyntax(0, 5, false);
    private static final Duration LONGEST_PAUSE = Duration.ofNanos(Pause.MOST_NANOS);

    private final Section root;
    private final RequestReader.Request common;
    private final ScenarioDirectory directory;
    private final JourneyVariables variables;
    /** What has each name: a step or a journey. */
    private final Map<String, String> owners = new HashMap<>();

    private JourneyReader(
            Section root, RequestReader.Request common, ScenarioDirectory directory, JourneyVariables variables) {
        this.root = root;
        this.common = common;
        this.directory = directory;
        this.variables = variables;
    }

    /** Those that users draw; empty if there are none. */
    static Optional<ScenarioWorkload> read(
            Section root, RequestReader.Request common, ScenarioDirectory directory, JourneyVariables variables) {
        return root.has(JOURNEYS) ? new JourneyReader(root, common, directory, variables).read() : Optional.empty();
    }

    /**
     * What is sent before and after; {@link ScenarioSetup#NONE} if nothing is.
     *
     * @param common its way to the server is that of all requests
     */
    static ScenarioSetup readSetup(
            Section root, RequestReader.Request common, ScenarioDirectory directory, JourneyVariables variables) {
        var reader = new JourneyReader(root, common, directory, variables);
        var before = part(root, BEFORE);
        var ofLoad = before.flatMap(section -> part(section, LOAD));
        var ofUser = before.flatMap(section -> part(section, USER));
        var renewOn = ofUser.map(user -> user.get("renewOn", new ExpectationReader.StatusSyntax(), RENEW_ON))
                .orElse(RENEW_ON);
        var beforeLoad = reader.setupSteps(BEFORE + "." + LOAD, ofLoad);
        var beforeUser = reader.setupSteps(BEFORE + "." + USER, ofUser);
        var after = part(root, AFTER);
        return new ScenarioSetup(
                beforeLoad,
                beforeUser,
                renewOn.stream().map(Math::toIntExact).collect(Collectors.toCollection(LinkedHashSet::new)),
                reader.setupSteps(AFTER + "." + USER, after.flatMap(section -> part(section, USER))),
                reader.setupSteps(AFTER + "." + LOAD, after.flatMap(section -> part(section, LOAD))));
    }

    private static Optional<Section> part(Section above, String key) {
        return above.has(key) ? Optional.of(above.section(key)) : Optional.empty();
    }

    private List<Step> setupSteps(String path, Optional<Section> part) {
        var steps = new ArrayList<Step>();
        part.ifPresent(section -> {
            section.named(STEPS)
                    .forEach(
                            (name, step) -> steps.add(step(name, step, variables.at(path + "." + STEPS + "." + name))));
            checkSteps(section, steps, "it");
        });
        return steps;
    }

    /** The document with each step over {@code request}, where that is what several requests have in common. */
    static Node.Mapping withCommon(Node.Mapping document) {
        var journeys = withCommonInJourneys(document);
        boolean isOfSeveral = document.mapping(JOURNEYS).isPresent()
                || document.mapping(RequestReader.SEVERAL).isPresent();
        if (!isOfSeveral) {
            return journeys;
        }
        var complete = journeys;
        for (var when : List.of(BEFORE, AFTER)) {
            for (var whose : List.of(LOAD, USER)) {
                var around = complete.mapping(when);
                var part = around.flatMap(all -> all.mapping(whose));
                if (around.isPresent() && part.isPresent()) {
                    var steps = RequestReader.withCommon(part.get(), STEPS, document.mapping("request"));
                    complete = complete.with(when, around.get().with(whose, steps));
                }
            }
        }
        return complete;
    }

    private static Node.Mapping withCommonInJourneys(Node.Mapping document) {
        return document.mapping(JOURNEYS)
                .map(journeys -> {
                    var complete = journeys;
                    for (var name : journeys.entries().keySet()) {
                        var journey = journeys.mapping(name);
                        if (journey.isPresent()) {
                            complete = complete.with(
                                    name, RequestReader.withCommon(journey.get(), STEPS, document.mapping("request")));
                        }
                    }
                    return document.with(JOURNEYS, complete);
                })
                .orElse(document);
    }

    private Optional<ScenarioWorkload> read() {
        var journeys = new ArrayList<Journey>();
        var sections = root.named(JOURNEYS);
        sections.forEach((name, section) -> own(name, "the journey " + name, section));
        sections.forEach((name, section) -> journeys.add(journey(name, section)));
        if (journeys.isEmpty() && root.hasMapping(JOURNEYS)) {
            root.problem(JOURNEYS, "needs at least one journey");
        }
        return journeys.isEmpty()
                        || journeys.stream().anyMatch(journey -> journey.steps().isEmpty())
                ? Optional.empty()
                : Optional.of(new ScenarioWorkload(journeys));
    }

    private void own(String name, String owner, Section section) {
        RequestReader.checkName(name, section);
        var other = owners.putIfAbsent(name, owner);
        if (other != null) {
            section.problem("has the name of " + other
                    + "; figures are kept by names, so each step and each journey needs its own");
        }
    }

    private Journey journey(String name, Section journey) {
        var weight = journey.get("weight", RequestReader.WEIGHT, 1.0);
        var onFailure = journey.get("onFailure", ON_FAILURE, OnFailure.RESTART);
        var pace = pause(journey, "pace");
        var steps = new ArrayList<Step>();
        journey.named(STEPS).forEach((step, section) -> {
            own(step, "the step " + step + " of " + name, section);
            steps.add(step(step, section, variables.at(JOURNEYS + "." + name + "." + STEPS + "." + step)));
        });
        checkSteps(journey, steps, "a journey");
        return new Journey(name, weight, steps, onFailure, pace);
    }

    private static void checkSteps(Section section, List<Step> steps, String what) {
        if (steps.isEmpty() && !section.hasNoMapping(STEPS)) {
            section.problem(STEPS, section.has(STEPS) ? "needs at least one step" : "is missing");
        }
        if (!steps.isEmpty() && steps.stream().allMatch(step -> step.condition().isPresent())) {
            section.problem(STEPS, "needs a step without if: otherwise " + what + " may have nothing to send");
        }
    }

    /** @param known variables that earlier steps extract, each with the step */
    private Step step(String name, Section step, Map<String, String> known) {
        var condition = condition(step, known);
        long times = step.get("repeat", TIMES, 1L);
        var request = RequestReader.named(step, common, directory);
        var extractions = extractions(step);
        return new Step(name, request, extractions, pause(step, "think"), Math.toIntExact(times), condition);
    }

    private static Optional<Condition> condition(Section step, Map<String, String> known) {
        if (!step.has("if")) {
            return Optional.empty();
        }
        var section = step.section("if");
        var names = section.keys();
        if (names.size() != 1) {
            if (step.hasMapping("if")) {
                section.problem("needs one variable, got " + names.size());
            }
            return Optional.empty();
        }
        var variable = names.getFirst();
        if (!known.containsKey(variable)) {
            section.keyProblem(
                    variable,
                    "is no variable that an earlier step of the journey extracts; valid here: "
                            + (known.isEmpty() ? "none" : String.join(", ", known.keySet())));
        }
        if (!section.hasMapping(variable)) {
            return section.find(variable, new PlainSyntax()).map(text -> switch (text) {
                case "set" -> new Condition(variable, Operator.IS_SET, "");
                case "unset" -> new Condition(variable, Operator.IS_UNSET, "");
                default -> new Condition(variable, Operator.IS, text);
            });
        }
        var comparison = section.section(variable);
        if (comparison.has("is") == comparison.has("not")) {
            comparison.problem("needs is or not, and not both");
        }
        var is = comparison.find("is", new PlainSyntax()).map(text -> new Condition(variable, Operator.IS, text));
        var not = comparison.find("not", new PlainSyntax()).map(text -> new Condition(variable, Operator.IS_NOT, text));
        return is.or(() -> not);
    }

    private static List<Extraction> extractions(Section step) {
        if (!step.has("extract")) {
            return List.of();
        }
        var extractions = new ArrayList<Extraction>();
        var section = step.section("extract");
        for (var variable : section.keys()) {
            if (!RequestValues.VARIABLE.fits().test(variable)) {
                section.keyProblem(variable, RequestValues.VARIABLE.rule());
            }
            source(section.section(variable)).ifPresent(source -> extractions.add(new Extraction(variable, source)));
        }
        if (section.keys().isEmpty() && step.hasMapping("extract")) {
            section.problem("needs at least one variable, such as token: { json: /token }");
        }
        return extractions;
    }

    private static Optional<Source> source(Section section) {
        var given = section.knownKeys().stream().filter(section::has).toList();
        if (given.size() != 1) {
            section.problem("needs one of " + String.join(", ", section.knownKeys())
                    + (given.isEmpty() ? "" : ", got " + String.join(", ", given)));
        }
        return given.stream()
                .flatMap(key -> section.find(key, new SourceSyntax(key)).stream())
                .map(WrittenSource::source)
                .findFirst();
    }

    /** @param text as the file has it */
    private record WrittenSource(String text, Source source) {}

    /** @param key the kind of source */
    private record SourceSyntax(String key) implements ValueSyntax<WrittenSource> {
        @Override
        public WrittenSource read(Node node) {
            var text = TextSyntax.ANY.read(node);
            return new WrittenSource(
                    text,
                    switch (key) {
                        case "json" -> new Source.JsonPointer(ExpectationReader.pointer(text));
                        case "header" -> new Source.Header(name(text));
                        case "cookie" -> new Source.Cookie(name(text));
                        default -> regex(text);
                    });
        }

        private static String name(String text) {
            if (!RequestReader.HEADER_NAME.matcher(text).matches()) {
                throw new IllegalArgumentException("cannot be the name of a header or cookie, got " + text);
            }
            return text;
        }

        private static Source regex(String text) {
            try {
                var pattern = Pattern.compile(text);
                return new Source.Regex(pattern, Math.min(1, pattern.matcher("").groupCount()));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "is no regular expression: " + e.getDescription() + " near position " + e.getIndex() + " of "
                                + text,
                        e);
            }
        }

        @Override
        public String written(WrittenSource value) {
            return value.text();
        }

        @Override
        public WrittenSource substitute() {
            return new WrittenSource("", new Source.JsonPointer(""));
        }
    }

    /** A length of time, or a distribution of them. */
    private static Optional<Pause> pause(Section section, String key) {
        if (!section.has(key)) {
            return Optional.empty();
        }
        if (!section.hasMapping(key)) {
            return section.find(key, new PauseLength(true)).map(Pause.Fixed::new);
        }
        var pause = section.section(key);
        var given = pause.knownKeys().stream().filter(pause::has).toList();
        if (given.size() != 1) {
            pause.problem("needs one of " + String.join(", ", pause.knownKeys())
                    + (given.isEmpty() ? "" : ", got " + String.join(", ", given)));
            return Optional.empty();
        }
        return switch (given.getFirst()) {
            case "uniform" -> pause.find("uniform", new UniformSyntax()).map(Pause.class::cast);
            case "exponential" ->
                pause.find("exponential", new PauseLength(false)).map(Pause.Exponential::new);
            default -> {
                var logNormal = pause.section("logNormal");
                var median = logNormal.require("median", new PauseLength(false));
                yield Optional.of(new Pause.LogNormal(median, logNormal.require("sigma", SIGMA)));
            }
        };
    }

    /** No load lasts longer than the longest pause. */
    private record PauseLength(boolean zeroAllowed) implements ValueSyntax<Duration> {
        @Override
        public Duration read(Node node) {
            var length = new DurationSyntax(zeroAllowed).read(node);
            if (length.compareTo(LONGEST_PAUSE) > 0) {
                throw new IllegalArgumentException("must be at most 24h, got " + node.described());
            }
            return length;
        }

        @Override
        public String written(Duration value) {
            return DurationSyntax.ANY.written(value);
        }

        @Override
        public Duration substitute() {
            return DurationSyntax.ANY.substitute();
        }
    }

    /** Two durations: {@code 1s..3s}. */
    private record UniformSyntax() implements ValueSyntax<Pause.Uniform> {
        @Override
        public Pause.Uniform read(Node node) {
            var ends = node instanceof Node.Scalar scalar ? scalar.text().split("\\.\\.", -1) : new String[0];
            if (ends.length != 2) {
                throw new IllegalArgumentException("needs two durations such as 1s..3s, got " + node.described());
            }
            var from = DurationSyntax.parse(ends[0]);
            var to = DurationSyntax.parse(ends[1]);
            if (to.compareTo(from) <= 0 || to.compareTo(LONGEST_PAUSE) > 0) {
                throw new IllegalArgumentException(
                        "must go up, from the shorter duration to the longer, to 24h at most, got " + node.described());
            }
            return new Pause.Uniform(from, to);
        }

        @Override
        public String written(Pause.Uniform value) {
            return DurationSyntax.ANY.written(value.from()) + ".." + DurationSyntax.ANY.written(value.to());
        }

        @Override
        public Pause.Uniform substitute() {
            return new Pause.Uniform(Duration.ZERO, Duration.ofSeconds(1));
        }
    }
}
