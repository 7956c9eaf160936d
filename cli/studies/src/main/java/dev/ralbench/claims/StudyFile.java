package dev.ralbench.claims;

import dev.ralbench.NearestName;
import dev.ralbench.reference.Claim;
import dev.ralbench.reference.ClaimKind;
import dev.ralbench.reference.ReferenceFigures;
import dev.ralbench.reference.ReferenceFigures.Figure;
import dev.ralbench.reference.ReferenceFigures.Provenance;
import dev.ralbench.reference.ReferenceFigures.Qualifier;
import dev.ralbench.reference.ReferenceFigures.Source;
import dev.ralbench.yaml.DecimalSyntax;
import dev.ralbench.yaml.FileKind;
import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.Reading;
import dev.ralbench.yaml.ScalarKind;
import dev.ralbench.yaml.SchemaFormat;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.SourceText;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.ValueSyntax;
import dev.ralbench.yaml.YamlTree;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The file of claims of a study that does not come with ralbench: the keys of {@code reference.schema.json} that judging
 * claims needs, most of them optional. Read strictly, with everything that is wrong reported at once.
 */
final class StudyFile {
    private static final FileKind KIND =
            new FileKind("claims file", "schema: " + ReferenceFigures.SCHEMA, "docs/reference/claims.md", "");
    private static final Format FORMAT = SchemaFormat.read("/dev/ralbench/reference/reference.schema.json");
    private static final DecimalSyntax ANY_NUMBER = new DecimalSyntax(-1e15, 1e15, true);
    private static final DecimalSyntax TOLERANCE = new DecimalSyntax(0, 1e15, true);
    private static final TextSyntax ID = TextSyntax.matching(
            "[a-z0-9][a-z0-9.-]{0,99}",
            "must consist of lower-case letters, digits, dots and -, and have at most 100 characters",
            "id");

    private final StudyScenarios scenarios;
    private final Set<String> ids = new HashSet<>();

    private StudyFile(StudyScenarios scenarios) {
        this.scenarios = scenarios;
    }

    /**
     * Reads the claims of a study.
     *
     * @param scenarios those that the claims may name
     * @throws dev.ralbench.Failure that lists everything wrong with the file
     */
    static ReferenceFigures read(Path path, StudyScenarios scenarios) {
        return parse(path.toString(), SourceText.read(path, KIND), scenarios);
    }

    /** Parses the text of such a file; source is its name in messages. */
    static ReferenceFigures parse(String source, String text, StudyScenarios scenarios) {
        var problems = new Problems();
        var root = Section.open(Reading.into(problems), "", YamlTree.readMapping(source, KIND, text, problems), FORMAT);
        var study = new StudyFile(scenarios).study(root);
        problems.throwIfAny(source, KIND.fix());
        return study;
    }

    private ReferenceFigures study(Section root) {
        var schema = root.require("schema", TextSyntax.ANY);
        if (!schema.equals(ReferenceFigures.SCHEMA) && root.has("schema")) {
            root.problem("schema", "must be " + ReferenceFigures.SCHEMA + ", got " + schema);
        }
        var name = root.require("study", TextSyntax.NAME);
        var about = root.section("source");
        var source = new Source(
                about.get("title", TextSyntax.NOT_BLANK, name),
                about.get("origin", TextSyntax.ANY, ""),
                about.get("hardware", TextSyntax.ANY, ""),
                about.get("software", TextSyntax.ANY, ""),
                List.of(),
                Map.of(),
                List.of());
        var figures = root.has("figures")
                ? root.sections("figures").stream().map(this::figure).toList()
                : List.<Figure>of();
        if (!root.has("claims")) {
            root.problem("claims", "is missing: name at least one");
            return new ReferenceFigures(schema, name, source, Map.of(), List.of(), figures, List.of(), List.of());
        }
        var claims = root.sections("claims").stream()
                .map(claim -> claim(claim, figures))
                .toList();
        if (claims.isEmpty()) {
            root.problem("claims", "is empty: name at least one");
        }
        return new ReferenceFigures(schema, name, source, Map.of(), List.of(), figures, claims, List.of());
    }

    private Figure figure(Section figure) {
        return new Figure(
                id(figure),
                figure.get("scenario", TextSyntax.ANY, ""),
                figure.get("variant", TextSyntax.ANY, ""),
                figure.get("metric", TextSyntax.ANY, ""),
                figure.require("value", ANY_NUMBER),
                figure.get("unit", TextSyntax.ANY, "1"),
                figure.get("qualifier", new WordSyntax<>(Qualifier.class), Qualifier.EXACT),
                figure.get("provenance", new WordSyntax<>(Provenance.class), Provenance.TEXT),
                figure.get("note", TextSyntax.ANY, ""));
    }

    private Claim claim(Section claim, List<Figure> figures) {
        var tests = claim.has("tests")
                ? claim.sections("tests").stream().map(this::test).toList()
                : List.<Claim.Test>of();
        var read = new Claim(
                id(claim),
                claim.require("claim", TextSyntax.NOT_BLANK),
                claim.get("source", TextSyntax.ANY, ""),
                claim.require("kind", new WordSyntax<>(ClaimKind.class)),
                tests,
                claim.get("notMeasured", TextSyntax.ANY, ""),
                claim.get("contradictedBy", TextSyntax.ANY, ""),
                claim.get("knownNotToHold", TextSyntax.ANY, ""),
                claim.get("note", TextSyntax.ANY, ""));
        if (tests.isEmpty() == read.notMeasured().isEmpty()) {
            claim.problem("needs either tests, or notMeasured that says why there are none");
        }
        if (!read.contradictedBy().isEmpty()) {
            checkContradiction(claim, read, figures);
        }
        return read;
    }

    private static void checkContradiction(Section section, Claim claim, List<Figure> figures) {
        var ids = figures.stream().map(Figure::id).toList();
        var figure = figures.stream()
                .filter(each -> each.id().equals(claim.contradictedBy()))
                .findFirst();
        if (figure.isEmpty()) {
            section.problem(
                    "contradictedBy",
                    "there is no figure " + claim.contradictedBy() + "; "
                            + NearestName.hint(claim.contradictedBy(), ids));
        } else if (claim.tests().stream().noneMatch(test -> ClaimJudge.refutes(figure.get(), test))) {
            section.problem("contradictedBy", "the figure " + figure.get().id() + " breaks no test of the claim");
        }
    }

    private Claim.Test test(Section test) {
        var about = test.get("about", TextSyntax.ANY, "");
        var value = expression(test, "value");
        var qualifier = test.require("qualifier", new WordSyntax<>(Qualifier.class));
        var expected = expression(test, "expected");
        double tolerance = test.get("tolerance", TOLERANCE, 0.0);
        if (tolerance > 0 && qualifier != Qualifier.EXACT && qualifier != Qualifier.ABOUT) {
            test.problem("tolerance", "is for exact and about; the others have a border, which is expected itself");
        }
        return new Claim.Test(about, value, qualifier, expected, tolerance, test.get("reason", TextSyntax.ANY, ""));
    }

    private Map<String, Object> expression(Section test, String key) {
        var json = test.require(key, new ExpressionSyntax());
        ExpressionReader.read(json)
                .places()
                .distinct()
                .flatMap(place -> scenarios.flaw(place).stream())
                .forEach(flaw -> test.problem(key, flaw));
        return json;
    }

    private String id(Section section) {
        var id = section.require("id", ID);
        if (section.has("id") && !ids.add(id)) {
            section.problem("id", id + " stands there twice");
        }
        return id;
    }

    /** One constant of an enum as files of studies spell it: {@code at-least}. */
    private record WordSyntax<E extends Enum<E>>(Class<E> type) implements ValueSyntax<E> {

        @Override
        public E read(Node node) {
            return Arrays.stream(type.getEnumConstants())
                    .filter(constant ->
                            node instanceof Node.Scalar scalar && scalar.text().equals(written(constant)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("must be one of "
                            + Arrays.stream(type.getEnumConstants())
                                    .map(this::written)
                                    .collect(Collectors.joining(", "))
                            + ", got " + node.described()));
        }

        @Override
        public String written(E value) {
            return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        @Override
        public E substitute() {
            return type.getEnumConstants()[0];
        }
    }

    /** An expression in a file that people write; the built-in studies have the same as JSON. */
    private record ExpressionSyntax() implements ValueSyntax<Map<String, Object>> {

        @Override
        public Map<String, Object> read(Node node) {
            if (!(node instanceof Node.Mapping mapping)) {
                throw new IllegalArgumentException(
                        "needs an expression such as { number: 4 } or { metric: mean, scenario: ..., variant: ..., level: ... },"
                                + " got " + node.described());
            }
            var json = json(mapping);
            ExpressionReader.read(json);
            return json;
        }

        private static Map<String, Object> json(Node.Mapping mapping) {
            var json = new LinkedHashMap<String, Object>();
            mapping.entries().forEach((key, entry) -> json.put(key, json(entry.value())));
            return json;
        }

        private static Object json(Node node) {
            return switch (node) {
                case Node.Mapping mapping -> json(mapping);
                case Node.Items list ->
                    list.items().stream().map(ExpressionSyntax::json).toList();
                case Node.Scalar scalar -> scalar(scalar);
            };
        }

        /** YAML's infinities and not-a-numbers stay texts, and are refused as such. */
        private static Object scalar(Node.Scalar scalar) {
            boolean isNumber = scalar.kind() == ScalarKind.WHOLE_NUMBER || scalar.kind() == ScalarKind.NUMBER;
            return isNumber && scalar.text().matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?")
                    ? (Object) Double.valueOf(scalar.text())
                    : scalar.text();
        }

        @Override
        public Object written(Map<String, Object> value) {
            return value.toString();
        }

        @Override
        public Map<String, Object> substitute() {
            return Map.of("number", 0);
        }
    }
}
