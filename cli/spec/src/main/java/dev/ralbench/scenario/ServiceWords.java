package dev.ralbench.scenario;

import dev.ralbench.NearestName;
import dev.ralbench.need.NeedKinds;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The placeholders by which a service that ralbench starts learns its port and where its servers are. */
final class ServiceWords {
    private static final Pattern IN_COMMAND = Pattern.compile("\\$\\{([^}]*)");
    /** A name ends before its default, which may hold another placeholder; {@code env:NAME} is none of these. */
    private static final Pattern IN_VARIABLE = Pattern.compile("\\$\\{(?!env:)([^}:]*)");

    private ServiceWords() {}

    /** The end of a sentence that begins with the key; empty if a command holds nothing but known placeholders. */
    static Optional<String> flawOfCommand(String text) {
        return flaw(IN_COMMAND, text, known("java", "jvmFlags", "jar"))
                .map(flaw -> flaw + "; write shell variables without braces: $HOME");
    }

    /** The same for the value of an environment variable. */
    static Optional<String> flawOfVariable(String text) {
        return flaw(IN_VARIABLE, text, known("env:NAME"));
    }

    private static Optional<String> flaw(Pattern placeholder, String text, Set<String> known) {
        return placeholder
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !known.contains(name))
                .findFirst()
                .map(name -> "unknown placeholder ${" + name + "}; " + NearestName.hint(name, known));
    }

    private static Set<String> known(String... more) {
        var known = new TreeSet<>(Set.of(more));
        known.add("port");
        known.addAll(NeedKinds.words());
        return known;
    }
}
