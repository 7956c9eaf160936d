package dev.ralbench.dependency.declared;

import dev.ralbench.NearestName;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.ImageName;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A dependency outside ralbench's kinds: a command or an image of one's own, under a name of one's own.
 *
 * @param command a shell command; with an image the arguments after its name, blank for the image's own
 * @param image of the container, if it is one
 * @param workingDirectory where a command is started, if not where ralbench was
 * @param port that it listens on, if it cannot be told; empty for any free one
 * @param environment variables next to those of ralbench itself
 * @param files texts by the path where the service finds them: relative to {@code ${dir}}, or absolute in a container
 * @param readyWithin how long it may take until it can be used, if not the usual time
 */
public record DeclaredService(
        String name,
        String command,
        Optional<String> image,
        Optional<String> workingDirectory,
        OptionalInt port,
        Map<String, String> environment,
        Map<String, String> files,
        ReadyCondition ready,
        Optional<Duration> readyWithin)
        implements DeclaredDependency {
    /** A directory of its own, empty but for its files at each start, and gone afterwards. */
    public static final String DIRECTORY = "dir";

    private static final List<String> PLACEHOLDERS = List.of("host", "port");
    private static final TextSyntax FILE =
            TextSyntax.matching("[A-Za-z0-9_][A-Za-z0-9_.-]*", "must be the name of a file next to the scenario", "x");
    /** Below the directory, or from the root of a container; never up. */
    private static final TextSyntax PLACE = TextSyntax.matching(
            "(?!.*(^|/)\\.\\.?(/|$))/?[^/]+(/[^/]+)*", "must be the path of a file, without . and ..", "x");

    private static final Pattern OF_ANOTHER = Pattern.compile("\\$\\{([a-z0-9-]+)\\.");

    public DeclaredService {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }

    @Override
    public DeclaredKind kind() {
        return kindOf(name);
    }

    @Override
    public DeclaredRuntime runtime() {
        return DeclaredRuntime.of(image);
    }

    /** The kind of a service whose name no other kind has. */
    static DeclaredKind kindOf(String name) {
        return new DeclaredKind(name, PLACEHOLDERS, (section, files) -> read(name, section, files));
    }

    /** The names of a service's placeholders in full. */
    public static List<String> placeholders(String name) {
        return kindOf(name).qualifiedPlaceholders();
    }

    /** The dependencies whose placeholders it uses, by name; they run before it is started. */
    public Set<String> uses() {
        var names = new TreeSet<String>();
        Stream.concat(Stream.of(command), environment.values().stream())
                .flatMap(text -> OF_ANOTHER.matcher(text).results())
                .map((MatchResult found) -> found.group(1))
                .forEach(names::add);
        return names;
    }

    private static DeclaredDependency read(String name, Section section, DeclaredKind.Files files) {
        if (!TextSyntax.NAME.fits().test(name)) {
            section.problem("as a name " + TextSyntax.NAME.rule());
        }
        var image = section.find("image", ImageName.FORM);
        var command = section.find("command", TextSyntax.NOT_BLANK);
        if (image.isEmpty() && command.isEmpty() && !section.has("image") && !section.has("command")) {
            section.problem("needs command or image, as it is none of the kinds that ralbench knows; "
                    + NearestName.hint(name, DeclaredKinds.names()));
        }
        if (section.has("port") && !section.has("image")) {
            section.keyProblem("port", "belongs to image; ralbench passes a command a free port by ${port}");
        }
        if (section.has(ServiceKeys.DIRECTORY) && section.has("image")) {
            section.keyProblem(ServiceKeys.DIRECTORY, "does not go with image; what it starts is in the image");
        }
        var in = section.find(ServiceKeys.DIRECTORY, TextSyntax.NOT_BLANK);
        var port = ServiceKeys.port(section);
        var ready = section.get("ready", new ReadySyntax(), new ReadyCondition.Tcp());
        var within = section.find("readyWithin", DurationSyntax.POSITIVE);
        return new DeclaredService(
                name,
                command.orElse(""),
                image,
                in,
                port,
                ServiceKeys.environment(section),
                files(section.section("files"), image.isPresent(), files),
                ready,
                within);
    }

    private static Map<String, String> files(Section section, boolean inContainer, DeclaredKind.Files files) {
        var texts = new LinkedHashMap<String, String>();
        section.texts(place -> FILE).forEach((place, file) -> {
            if (!PLACE.fits().test(place)) {
                section.keyProblem(place, PLACE.rule());
            } else if (place.startsWith("/") && !inContainer) {
                section.keyProblem(
                        place, "is absolute, which goes with image only; a command finds its files in ${dir}");
            } else {
                read(section, place, file, files).ifPresent(text -> texts.put(place, text));
            }
        });
        return texts;
    }

    private static Optional<String> read(Section section, String place, String file, DeclaredKind.Files files) {
        try {
            return Optional.of(files.read(file));
        } catch (IllegalArgumentException e) {
            section.problem(place, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
