package dev.ralbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.command.BuiltInKinds;
import dev.ralbench.testing.Markdown;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents lead where they say, and so do the messages that name one. */
class DocumentLinksTest {
    private static final Pattern NAMED = Pattern.compile("\\b(?:docs|scenarios|results|targets|cli)/[\\w/.-]*\\.md\\b");
    private static final Pattern VARIABLE = Pattern.compile("RALBENCH_[A-Z_]*[A-Z]\\b");
    private static final Set<String> OWN = Set.of("RALBENCH_SERVICE", "RALBENCH_USER_LC_ALL");

    @Test
    void everyLinkLeadsToAFileAndAHeading() throws IOException {
        var broken = new TreeSet<String>();
        int links = 0;
        for (var document : Markdown.documents()) {
            for (var link : Markdown.links(Files.readString(document))) {
                if (!link.matches("[a-z]+:.*")) {
                    links++;
                    if (!leadsSomewhere(document, link)) {
                        broken.add(Repository.ROOT.relativize(document) + ": " + link);
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(100);
    }

    private static boolean leadsSomewhere(Path document, String link) throws IOException {
        var parts = link.split("#", 2);
        var file = parts[0].isEmpty()
                ? document
                : document.resolveSibling(URI.create(parts[0]).getPath()).normalize();
        return Files.exists(file)
                && (parts.length == 1
                        || !file.toString().endsWith(".md")
                        || Markdown.anchors(Files.readString(file)).contains(parts[1]));
    }

    /** Messages, help texts, comments, schemas and scenarios. */
    @Test
    void everyDocumentThatCodeNamesExists() throws IOException {
        var missing = new TreeSet<String>();
        int named = 0;
        for (var file : sources()) {
            for (var name : NAMED.matcher(Files.readString(file)).results().toList()) {
                named++;
                if (!Files.exists(Repository.path(name.group()))) {
                    missing.add(Repository.ROOT.relativize(file) + ": " + name.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).isGreaterThan(10);
    }

    /** Those of tests and those that ralbench sets for itself are nothing for users. */
    @Test
    void everyVariableIsInTheReference() throws IOException {
        var reference = Files.readString(Repository.path("docs", "reference", "environment.md"));
        var used = new TreeSet<String>();
        for (var file : sources()) {
            if (file.toString().contains("/src/main/") && !file.toString().contains("/benchmarks/")) {
                VARIABLE.matcher(Files.readString(file)).results().forEach(name -> used.add(name.group()));
            }
        }
        VARIABLE.matcher(Files.readString(Repository.path("ralbench")))
                .results()
                .forEach(name -> used.add(name.group()));
        used.removeAll(OWN);
        for (var kind : BuiltInKinds.ALL.servers()) {
            var name = "RALBENCH_" + kind.name().toUpperCase(Locale.ROOT);
            used.addAll(
                    List.of(name, name + "_URL", "RALBENCH_IMAGE_" + kind.name().toUpperCase(Locale.ROOT)));
        }

        assertThat(used)
                .contains("RALBENCH_CACHE", "RALBENCH_JAVA_OPTS")
                .allSatisfy(name -> assertThat(reference).contains("`" + name + "`"));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> cli = Files.walk(Repository.path("cli"));
                Stream<Path> scenarios = Files.walk(Repository.path("scenarios"))) {
            var written = cli.filter(file -> file.toString().matches(".*/src/(main|test/java)/.*"));
            return Stream.concat(written, scenarios)
                    .filter(file -> file.toString().matches(".*\\.(java|json|ya?ml|sh)"))
                    .toList();
        }
    }
}
