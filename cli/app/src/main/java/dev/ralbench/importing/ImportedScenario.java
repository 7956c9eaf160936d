package dev.ralbench.importing;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A scenario made of a file that another program has written, or of a service alone.
 *
 * @param document as a scenario's file has it
 * @param notes what could not be taken over, and what is a guess, one line each
 */
public record ImportedScenario(Map<String, Object> document, List<String> notes) {
    private static final String UNKNOWN_SERVICE = "http://127.0.0.1:8080";
    private static final int LONGEST_NAME = 60;
    private static final String REQUEST = "request";
    private static final String SERVICE = "service";

    public ImportedScenario {
        document = Collections.unmodifiableMap(new LinkedHashMap<>(document));
        notes = List.copyOf(notes);
    }

    /**
     * Reads a file: OpenAPI 3 or Swagger 2 as JSON or YAML, a recording of a browser (HAR), or a server's log in the Common
     * or Combined Log Format.
     *
     * @param service where the requests are to go, as the URL of a target; empty for what the file says
     * @throws Failure of usage if it is none of these
     */
    public static ImportedScenario read(Path file, Optional<String> service) {
        var text = text(file);
        var source = file.toString();
        var name = name(file.getFileName().toString().replaceFirst("\\.[^.]*$", ""), "imported");
        if (AccessLog.isOne(text)) {
            return new AccessLog(source, text).scenario(name, service.orElse(UNKNOWN_SERVICE));
        }
        var root = Tree.read(source, text);
        if (root.has("openapi") || root.has("swagger")) {
            return new OpenApi(source, root).scenario(name, service, UNKNOWN_SERVICE);
        }
        if (root.at("log").has("entries")) {
            return new HarRecording(source, root).scenario(name, service);
        }
        throw Failure.usage(
                source + ": is nothing that can be made a scenario",
                "it is neither OpenAPI (openapi: 3...), nor a HAR file (log.entries), nor an access log",
                "export it as one of these: browsers write HAR files from the network tab of their developer tools");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).replaceFirst("^\uFEFF", "");
        } catch (CharacterCodingException e) {
            try {
                return Files.readString(file, StandardCharsets.ISO_8859_1); // logs hold what clients sent
            } catch (IOException again) {
                throw unreadable(file, again);
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static Failure unreadable(Path file, IOException e) {
        return Failure.usage(
                        file + ": cannot be read",
                        String.valueOf(e.getMessage()),
                        "name a file that exists and is readable")
                .causedBy(e);
    }

    /**
     * One request to one service.
     *
     * @param name any text
     * @param path of the request
     * @param target the keys of the variant's target
     */
    public static ImportedScenario ofService(String name, String path, Map<String, Object> target) {
        var title = String.valueOf(target.values().iterator().next());
        return new ImportedScenario(
                document(
                        name(name, SERVICE),
                        title + (target.containsKey("url") ? path : ""),
                        Map.of("path", path),
                        Optional.empty(),
                        Map.of(),
                        target),
                List.of());
    }

    /** The scenario under another name, such as that of its file. */
    public ImportedScenario named(String text) {
        var renamed = new LinkedHashMap<>(document);
        renamed.put("name", name(text, String.valueOf(document.get("name"))));
        return new ImportedScenario(renamed, notes);
    }

    /** Its one request, with the status of a good response; 200, the default, adds no key. */
    public ImportedScenario expecting(int status) {
        if (status == 200 || !(document.get(REQUEST) instanceof Map<?, ?> request)) {
            return this;
        }
        var expecting = new LinkedHashMap<Object, Object>(request);
        expecting.put("expect", Map.of("status", status));
        var more = new LinkedHashMap<>(document);
        more.put(REQUEST, expecting);
        return new ImportedScenario(more, notes);
    }

    /** Whether its requests are those of a file. */
    public boolean isOfFile() {
        return document.containsKey("requests") || document.containsKey("journeys");
    }

    /** Whether its service runs already, so that a run does not start it. */
    public boolean isOfRunningService() {
        return target().containsKey("url");
    }

    /** The keys of the target of its one variant. */
    Map<?, ?> target() {
        return section(section(section(document.get("variants")).get(SERVICE)).get("target"));
    }

    /** A value that is a mapping; one without keys if it is none. */
    static Map<?, ?> section(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    /** Lower-case letters, digits and dashes, as names of scenarios and requests have. */
    static String name(String text, String otherwise) {
        var words = text.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-+|-+$", "");
        var cut = words.substring(0, Math.min(LONGEST_NAME, words.length())).replaceAll("-+$", "");
        return cut.isEmpty() ? otherwise : cut;
    }

    /** A name that the map does not have yet. */
    static String unique(String name, Map<String, ?> taken) {
        var free = name;
        for (int i = 2; taken.containsKey(free); i++) {
            free = name + "-" + i;
        }
        return free;
    }

    /** A document with its requests; the load is the one of a URL. */
    static Map<String, Object> document(
            String name,
            String title,
            Map<String, Object> common,
            String key,
            Map<String, Object> sent,
            String service) {
        return document(name, title, common, Optional.of(key), sent, Map.of("url", withPort(service)));
    }

    private static Map<String, Object> document(
            String name,
            String title,
            Map<String, Object> common,
            Optional<String> key,
            Map<String, Object> sent,
            Map<String, Object> target) {
        var document = new LinkedHashMap<String, Object>();
        document.put("schema", 1);
        document.put("name", name);
        document.put("title", title.isBlank() ? name : title.strip());
        if (!common.isEmpty()) {
            document.put(REQUEST, common);
        }
        key.ifPresent(several -> document.put(several, sent));
        document.put("load", Map.of("closed", Map.of("constant", constant())));
        document.put("variants", Map.of(SERVICE, Map.of("target", target)));
        return document;
    }

    /** The URL of a target: with its port, which others leave out. */
    private static String withPort(String service) {
        try {
            var url = URI.create(service);
            return HttpUrl.hasHost(url)
                            && url.getPort() < 0
                            && service.equals(url.getScheme() + "://" + url.getRawAuthority())
                    ? service + ":" + HttpUrl.port(url)
                    : service;
        } catch (IllegalArgumentException e) {
            return service; // the reader of scenarios says what is wrong with it
        }
    }

    private static Map<String, Object> constant() {
        var constant = new LinkedHashMap<String, Object>();
        constant.put("users", 10);
        constant.put("hold", "10s");
        return constant;
    }
}
