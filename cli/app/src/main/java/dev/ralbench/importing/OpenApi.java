package dev.ralbench.importing;

import dev.ralbench.Failure;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An API described by OpenAPI 3 or Swagger 2: a mix of its operations, all with the same weight. Values come from examples and
 * defaults, and otherwise from the types: they are guesses, which the notes say.
 */
final class OpenApi {
    private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete", "head");
    /** A description may refer to itself. */
    private static final int DEEPEST = 4;

    private static final int MOST_REFERENCES = 32;
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";

    private final String source;
    private final Tree root;
    private final List<String> notes = new ArrayList<>();
    private final List<String> guessed = new ArrayList<>();

    OpenApi(String source, Tree root) {
        this.source = source;
        this.root = root;
    }

    ImportedScenario scenario(String name, Optional<String> service, String unknown) {
        var server = server();
        var requests = new LinkedHashMap<String, Object>();
        var base = basePath(server);
        for (var path : root.at("paths").keys()) {
            var item = resolved(root.at("paths").at(path));
            for (var method : METHODS) {
                if (item.has(method)) {
                    add(requests, base + path, method, item, item.at(method));
                }
            }
        }
        if (requests.isEmpty()) {
            throw Failure.usage(
                    source + ": holds no request that can be sent",
                    notes.isEmpty() ? "paths has no operation" : String.join("\n", notes),
                    "check the file");
        }
        if (!guessed.isEmpty()) {
            notes.add("guessed, for want of an example: " + String.join(", ", guessed));
        }
        var title = root.at("info").text("title");
        var target = service.or(() -> origin(server)).orElse(unknown);
        if (service.isEmpty() && origin(server).isEmpty()) {
            notes.add("it names no server: variants.service.target.url is a guess; --url says another");
        }
        return new ImportedScenario(
                ImportedScenario.document(
                        ImportedScenario.name(title, name), title, common(), "requests", requests, target),
                notes);
    }

    private String server() {
        if (root.has("swagger")) {
            var host = root.text("host");
            var scheme = root.at("schemes").any().text().orElse("http");
            return (host.isEmpty() ? "" : scheme + "://" + host) + root.text("basePath");
        }
        var first = root.at("servers").any();
        var url = first.text("url");
        for (var variable : first.at("variables").keys()) {
            url = url.replace(
                    "{" + variable + "}", first.at("variables").at(variable).text("default"));
        }
        return url;
    }

    private static Optional<String> origin(String server) {
        return uri(server)
                .filter(url -> url.getScheme() != null && url.getRawAuthority() != null)
                .map(url -> url.getScheme() + "://" + url.getRawAuthority());
    }

    private static String basePath(String server) {
        return uri(server)
                .map(URI::getRawPath)
                .map(path -> path.replaceFirst("/$", ""))
                .orElse("");
    }

    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(URI.create(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** What all requests need to be let in, as the whole API asks for it. */
    private Map<String, Object> common() {
        var headers = new LinkedHashMap<String, Object>();
        var schemes = root.has("swagger")
                ? root.at("securityDefinitions")
                : root.at("components").at("securitySchemes");
        for (var requirement : root.at("security").items()) {
            for (var named : requirement.keys()) {
                var scheme = resolved(schemes.at(named));
                var type = scheme.text("type").toLowerCase(Locale.ROOT);
                if (type.equals("apikey") && scheme.text("in").equals("header")) {
                    headers.put(scheme.text("name"), "${env:API_KEY}");
                } else if (scheme.text("scheme").equalsIgnoreCase("basic") || type.equals("basic")) {
                    headers.put("Authorization", "Basic ${env:CREDENTIALS}");
                } else if (!type.isEmpty()) {
                    headers.put("Authorization", "Bearer ${env:TOKEN}");
                }
            }
        }
        return headers.isEmpty() ? Map.of() : Map.of("headers", headers);
    }

    private Tree resolved(Tree tree) {
        var now = tree;
        for (int i = 0; i < MOST_REFERENCES && now.has("$ref"); i++) {
            now = root.atReference(now.text("$ref"));
        }
        return now;
    }

    private void add(Map<String, Object> requests, String path, String method, Tree item, Tree operation) {
        var shown = method.toUpperCase(Locale.ROOT) + " " + path;
        if (method.equals("delete")) {
            notes.add(shown + " is left out: a load would soon ask for what it has deleted");
            return;
        }
        if (operation.text("deprecated").equals("true")) {
            notes.add(shown + " is left out: it is deprecated");
            return;
        }
        var parameters = new ArrayList<Tree>();
        item.at("parameters").items().forEach(each -> parameters.add(resolved(each)));
        operation.at("parameters").items().forEach(each -> parameters.add(resolved(each)));
        var guessedBefore = List.copyOf(guessed);
        var request = new LinkedHashMap<String, Object>();
        if (!method.equals("get")) {
            request.put("method", method.toUpperCase(Locale.ROOT));
        }
        request.put("path", path(path, shown, parameters));
        var headers = headers(shown, parameters);
        if (!addBody(request, headers, shown, operation, parameters)) {
            guessed.retainAll(guessedBefore);
            return;
        }
        if (!headers.isEmpty()) {
            request.put("headers", headers);
        }
        int status = operation.at("responses").keys().stream()
                .filter(code -> code.matches("2[0-9]{2}"))
                .sorted()
                .findFirst()
                .map(Integer::valueOf)
                .orElse(200);
        if (status != 200) {
            request.put("expect", Map.of("status", status));
        }
        var id = operation.text("operationId");
        requests.put(
                ImportedScenario.unique(
                        ImportedScenario.name(id.isEmpty() ? method + "-" + path : id, method), requests),
                request);
    }

    private String path(String template, String shown, List<Tree> parameters) {
        var path = template;
        var query = new ArrayList<String>();
        for (var parameter : parameters) {
            var name = parameter.text("name");
            if (parameter.text("in").equals("path")) {
                path = path.replaceAll(
                        "\\{" + Pattern.quote(name) + "}",
                        Matcher.quoteReplacement(encoded(value(parameter, shown, name))));
            } else if (parameter.text("in").equals("query")
                    && parameter.text("required").equals("true")) {
                query.add(encoded(name) + "=" + encoded(value(parameter, shown, name)));
            }
        }
        var undescribed = Pattern.compile("\\{([^{}/]+)}").matcher(path.replace("${", "$("));
        if (undescribed.find()) {
            guessed.add(undescribed.group(1) + " of " + shown);
            path = path.replaceAll("(?<!\\$)\\{[^{}/]+}", "1");
        }
        return path + (query.isEmpty() ? "" : "?" + String.join("&", query));
    }

    /** Values of ours stay as they are. */
    private static String encoded(String value) {
        return value.startsWith("${")
                ? value
                : URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private Map<String, Object> headers(String shown, List<Tree> parameters) {
        var headers = new LinkedHashMap<String, Object>();
        for (var parameter : parameters) {
            if (parameter.text("in").equals("header")
                    && parameter.text("required").equals("true")) {
                headers.put(parameter.text("name"), value(parameter, shown, parameter.text("name")));
            }
        }
        return headers;
    }

    /** The value of a parameter: of its own examples, or of its schema, which in Swagger 2 is the parameter itself. */
    private String value(Tree parameter, String shown, String name) {
        var schema = parameter.has("schema") ? resolved(parameter.at("schema")) : parameter;
        var example = parameter
                .at("example")
                .text()
                .or(() -> resolved(parameter.at("examples").any()).at("value").text())
                .or(() -> exampleOf(schema).text());
        if (example.isPresent()) {
            return example.get();
        }
        guessed.add(name + " of " + shown);
        return byType(schema);
    }

    private Tree exampleOf(Tree schema) {
        var example = schema.first("example", "default", "const");
        return example.isEmpty()
                ? new Tree(schema.first("examples", "enum").any().value())
                : example;
    }

    private static String byType(Tree schema) {
        var minimum = schema.at("minimum").text().filter(text -> text.matches("[0-9]{1,18}"));
        var maximum = schema.at("maximum").text().filter(text -> text.matches("[0-9]{1,18}"));
        return switch (schema.text("format")) {
            case "uuid" -> "${uuid}";
            case "date-time" -> "${now}";
            case "date" -> "2026-01-01";
            case "email" -> "user${random 1..1000}@example.com";
            default ->
                switch (type(schema)) {
                    case "integer", "number" ->
                        minimum.isPresent() && maximum.isPresent()
                                ? "${random " + minimum.get() + ".." + maximum.get() + "}"
                                : minimum.orElse("1");
                    case "boolean" -> "true";
                    default -> "text";
                };
        };
    }

    /** In OpenAPI 3.1 it may be a list, with null among others. */
    private static String type(Tree schema) {
        return schema.at("type")
                .text()
                .orElseGet(() -> schema.at("type").items().stream()
                        .flatMap(type -> type.text().stream())
                        .filter(type -> !type.equals("null"))
                        .findFirst()
                        .orElse(schema.has("properties") ? "object" : ""));
    }

    /** False if it has a body of a kind that cannot be made up. */
    private boolean addBody(
            Map<String, Object> request,
            Map<String, Object> headers,
            String shown,
            Tree operation,
            List<Tree> parameters) {
        var content = content(operation, parameters);
        if (content.isEmpty()) {
            return true;
        }
        var json = content.entrySet().stream()
                .filter(entry -> entry.getKey().matches("application/([a-z0-9.+-]*\\+)?json(;.*)?"))
                .findFirst();
        if (json.isPresent()) {
            var media = json.get().getValue();
            var example = media.at("example")
                    .found(tree -> tree.json())
                    .or(() -> resolved(media.at("examples").any()).at("value").found(tree -> tree.json()));
            headers.put("Content-Type", json.get().getKey());
            request.put("body", example.orElseGet(() -> made(media, shown)));
            return true;
        }
        if (content.containsKey(FORM)) {
            var form = new LinkedHashMap<String, Object>();
            var properties = resolved(content.getOrDefault(FORM, Tree.NOTHING).at("schema"))
                    .at("properties");
            properties.keys().forEach(name -> form.put(name, value(resolved(properties.at(name)), shown, name)));
            request.put("form", form);
            return true;
        }
        notes.add(shown + " is left out: no body of " + String.join(", ", content.keySet()) + " can be made up");
        return false;
    }

    private String made(Tree media, String shown) {
        var missing = new ArrayList<String>();
        var body = Tree.json(example(resolved(media.at("schema")), "body", missing, 0));
        if (!missing.isEmpty()) {
            guessed.add(String.join(" and ", new LinkedHashSet<>(missing)) + " of " + shown);
        }
        return body
                // numbers that differ are none in JSON: their quotes go
                .replaceAll("\"(\\$\\{random [0-9]+\\.\\.[0-9]+})\"", "$1");
    }

    private Map<String, Tree> content(Tree operation, List<Tree> parameters) {
        var content = new LinkedHashMap<String, Tree>();
        if (root.has("swagger")) {
            parameters.stream()
                    .filter(parameter -> parameter.text("in").equals("body"))
                    .findFirst()
                    .ifPresent(body -> content.put(JSON, body));
            return content;
        }
        var body = resolved(operation.at("requestBody")).at("content");
        body.keys().forEach(type -> content.put(type, body.at(type)));
        return content;
    }

    /**
     * A value that fits a schema: required and other properties alike, as far as the schema is not endless.
     *
     * @param missing gets the names of what has no example
     */
    private Object example(Tree schema, String name, List<String> missing, int depth) {
        var given = exampleOf(schema);
        if (!given.isEmpty()) {
            return given.value().orElseThrow();
        }
        for (var choice : List.of("oneOf", "anyOf")) {
            if (schema.has(choice)) {
                return example(resolved(schema.at(choice).any()), name, missing, depth + 1);
            }
        }
        var object = new LinkedHashMap<String, Object>();
        for (var part : schema.at("allOf").items()) {
            if (depth < DEEPEST && example(resolved(part), name, missing, depth + 1) instanceof Map<?, ?> map) {
                map.forEach((key, value) -> object.put(String.valueOf(key), value));
            }
        }
        if (schema.has("allOf") || type(schema).equals("object")) {
            var properties = schema.at("properties");
            for (var key : properties.keys()) {
                var property = resolved(properties.at(key));
                if (depth < DEEPEST && !property.text("readOnly").equals("true")) {
                    object.put(key, example(property, key, missing, depth + 1));
                }
            }
            return object;
        }
        if (type(schema).equals("array")) {
            return depth < DEEPEST
                    ? List.of(example(resolved(schema.at("items")), name, missing, depth + 1))
                    : List.of();
        }
        missing.add(name);
        var text = byType(schema);
        return switch (type(schema)) {
            case "integer", "number" -> text.matches("[0-9]+") ? (Object) Long.valueOf(text) : text;
            case "boolean" -> true;
            default -> text;
        };
    }
}
