package dev.ralbench.scenario;

import dev.ralbench.NearestName;
import dev.ralbench.dependency.declared.DeclaredKinds;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.declared.DeclaredService;
import dev.ralbench.yaml.Node;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The placeholders by which a service that ralbench starts learns its port and where its servers are.
 *
 * @param ofServices those of the dependencies that are no kind: {@code store.host}
 */
record ServicePlaceholders(Set<String> ofServices) {
    ServicePlaceholders {
        ofServices = Set.copyOf(ofServices);
    }

    private static final Pattern IN_COMMAND = Pattern.compile("\\$\\{([^}]*)");
    /** A name ends before its default, which may hold another placeholder; {@code env:NAME} is none of these. */
    private static final Pattern IN_VARIABLE = Pattern.compile("\\$\\{(?!env:)([^}:]*)");

    /** Of earlier scenarios, whose one collection ralbench made. */
    private static final String OLD_COLLECTION = "mongodb.collection";

    /** The jar of a target that comes with ralbench: {@code document-store.jar}. */
    private static final Pattern JAR = Pattern.compile("\\$\\{([a-z0-9-]+\\.jar)}");

    /** The words of a document that is not read yet: those of all names under {@code needs} that are no kinds. */
    static ServicePlaceholders in(Node.Mapping scenario) {
        var placeholders = new TreeSet<String>();
        scenario
                .value("needs")
                .filter(Node.Mapping.class::isInstance)
                .map(needs -> ((Node.Mapping) needs).entries().keySet())
                .orElse(Set.of())
                .stream()
                .filter(name -> !DeclaredKinds.names().contains(name))
                .forEach(name -> placeholders.addAll(DeclaredService.placeholders(name)));
        return new ServicePlaceholders(placeholders);
    }

    /** The end of a sentence that begins with the key; empty if a command holds nothing but known placeholders. */
    Optional<String> flawOfCommand(String text) {
        return flaw(IN_COMMAND, text, known("java", "jvmFlags", "jar"))
                .map(flaw -> flaw + "; write shell variables without braces: $HOME");
    }

    /** Like {@link #flawOfCommand}, for a dependency of the author's own, which may have a directory. */
    Optional<String> flawOfServiceCommand(String text) {
        return flaw(IN_COMMAND, text, known("java", DeclaredService.DIRECTORY))
                .map(flaw -> flaw + "; write shell variables without braces: $HOME");
    }

    /** Like {@link #flawOfCommand}, for an environment variable of a dependency of the author's own. */
    Optional<String> flawOfServiceVariable(String text) {
        return flaw(IN_VARIABLE, text, known("env:NAME", DeclaredService.DIRECTORY));
    }

    /** Like {@link #flawOfCommand}, for the value of a target's environment variable. */
    Optional<String> flawOfVariable(String text) {
        return flaw(IN_VARIABLE, text, known("env:NAME"));
    }

    /** Like {@link #flawOfCommand}, for the command that loads the data of MongoDB: it may run a jar that comes with ralbench. */
    static Optional<String> flawOfLoadCommand(String text) {
        var known = ofMongoDb("java");
        JAR.matcher(text).results().forEach(found -> known.add(found.group(1)));
        return flaw(IN_COMMAND, text, known).map(flaw -> flaw + "; write shell variables without braces: $HOME");
    }

    /** Like {@link #flawOfLoadCommand}, for the value of its environment variable. */
    static Optional<String> flawOfLoadVariable(String text) {
        return flaw(IN_VARIABLE, text, ofMongoDb());
    }

    private static Set<String> ofMongoDb(String... more) {
        var known = new TreeSet<>(Set.of(more));
        known.addAll(DeclaredMongoDb.KIND.qualifiedPlaceholders());
        return known;
    }

    private static Optional<String> flaw(Pattern placeholder, String text, Set<String> known) {
        return placeholder
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !known.contains(name))
                .findFirst()
                .map(name -> name.equals(OLD_COLLECTION)
                        ? "unknown placeholder ${" + name + "}; name the collection itself: scenarios choose theirs"
                        : "unknown placeholder ${" + name + "}; " + NearestName.hint(name, known));
    }

    private Set<String> known(String... more) {
        var known = new TreeSet<>(Set.of(more));
        known.add("port");
        known.addAll(DeclaredKinds.placeholders());
        known.addAll(ofServices);
        return known;
    }
}
