package dev.ralbench.dependency.declared;

import dev.ralbench.yaml.Section;
import java.util.ArrayList;
import java.util.List;

/**
 * All kinds of dependencies that a scenario may name. A new kind is one line here; any other name is a service of the
 * author's own.
 */
public final class DeclaredKinds {
    public static final List<DeclaredKind> ALL = List.of(
            DeclaredMySql.KIND, DeclaredPostgres.KIND, DeclaredRedis.KIND, DeclaredMongoDb.KIND, DeclaredUpstream.KIND);

    private DeclaredKinds() {}

    public static List<String> names() {
        return ALL.stream().map(DeclaredKind::name).toList();
    }

    /** Every placeholder of every kind. */
    public static List<String> placeholders() {
        return ALL.stream()
                .flatMap(kind -> kind.qualifiedPlaceholders().stream())
                .toList();
    }

    /** Reads {@code needs}, if the scenario has it. */
    public static DeclaredDependencies read(Section root, DeclaredKind.Files files) {
        if (!root.has("needs")) {
            return DeclaredDependencies.none();
        }
        var needs = root.section("needs");
        var all = new ArrayList<DeclaredDependency>();
        for (var kind : ALL) {
            if (needs.has(kind.name())) {
                all.add(kind.reader().read(needs.section(kind.name()), files));
            }
        }
        needs.keys().stream()
                .filter(name -> !names().contains(name))
                .map(DeclaredService::kindOf)
                .forEach(own -> all.add(own.reader().read(needs.section(own.name()), files)));
        var read = new DeclaredDependencies(all);
        read.circle()
                .forEach(name -> needs.keyProblem(
                        name,
                        "cannot be started: it uses the placeholders of a dependency that"
                                + " waits for it, or its own"));
        return read;
    }
}
