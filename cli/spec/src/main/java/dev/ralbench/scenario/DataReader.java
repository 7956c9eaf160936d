package dev.ralbench.scenario;

import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredKinds;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.load.data.RowFeeder;
import dev.ralbench.load.data.RowFeeder.AtEnd;
import dev.ralbench.load.data.RowFeeder.Order;
import dev.ralbench.load.data.RowFormat;
import dev.ralbench.scenario.ScenarioData.Feed;
import dev.ralbench.scenario.ScenarioData.OfFile;
import dev.ralbench.scenario.ScenarioData.Query;
import dev.ralbench.scenario.ScenarioData.Source;
import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.FlagSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads {@code data}. The content of a file becomes a part of the document, as its hash. */
final class DataReader {
    private static final String SECTION = "data";
    private static final RowFeeder.Way SUBSTITUTE = new RowFeeder.Way(Order.SEQUENTIAL, false, AtEnd.AGAIN);

    private DataReader() {}

    static ScenarioData read(Section root, DeclaredDependencies needs, ScenarioDirectory directory) {
        if (!root.has(SECTION)) {
            return ScenarioData.NONE;
        }
        var feeds = new LinkedHashMap<String, Feed>();
        root.named(SECTION).forEach((name, section) -> {
            if (DeclaredKinds.names().contains(name) || needs.has(name)) {
                section.problem(
                        "is the name of a dependency, which has placeholders of its own: give the data another");
            }
            var file = section.find("file", TextSyntax.NOT_BLANK);
            var separator = section.find("separator", new SeparatorSyntax()).orElse(RowFormat.COMMA);
            var sql = section.find("sql", TextSyntax.NOT_BLANK);
            var of = section.find("of", TextSyntax.NAME);
            var order = section.get("order", new ChoiceSyntax<>(Order.class), Order.SEQUENTIAL);
            var perUser = section.get("perUser", new FlagSyntax(), false);
            var atEnd = section.get("atEnd", new ChoiceSyntax<>(AtEnd.class), AtEnd.AGAIN);
            var way = section.make(() -> new RowFeeder.Way(order, perUser, atEnd), SUBSTITUTE);
            if (section.has("file") == section.has("sql")) {
                section.problem("needs file or sql, and not both");
            }
            Stream.of("sha256", "separator")
                    .filter(key -> section.has(key) && !section.has("file"))
                    .forEach(key -> section.keyProblem(key, "belongs to file"));
            file.<Source>flatMap(path -> ofFile(section, path, separator, directory))
                    .or(() -> sql.flatMap(query -> query(section, query, of, needs)))
                    .ifPresent(source -> feeds.put(name, new Feed(source, way)));
        });
        return new ScenarioData(feeds);
    }

    private static Optional<OfFile> ofFile(Section section, String path, char separator, ScenarioDirectory directory) {
        if (section.has("separator") && !path.endsWith(".csv")) {
            section.keyProblem("separator", "is for a .csv file: JSON has none");
        }
        if (section.has("of")) {
            section.keyProblem("of", "belongs to sql");
        }
        try {
            var read = directory.rows(path, separator);
            PartReader.checkHash(section, path, read.sha256());
            return Optional.of(new OfFile(read.rows()));
        } catch (IllegalArgumentException e) {
            section.problem("file", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static Optional<Query> query(Section section, String sql, Optional<String> of, DeclaredDependencies needs) {
        var databases = needs.all().stream()
                .filter(DeclaredSql.class::isInstance)
                .map(need -> need.kind().name())
                .toList();
        if (!section.has("of")) {
            section.problem("of", "is missing: the database under needs that is asked" + shown(databases));
        }
        of.filter(name -> !databases.contains(name))
                .ifPresent(name -> section.problem(
                        "of", "names " + name + ", which is no SQL database under needs" + shown(databases)));
        return of.map(name -> new Query(name, sql));
    }

    private static String shown(List<String> databases) {
        return databases.isEmpty() ? "; there is none" : "; valid here: " + String.join(", ", databases);
    }
}
