package dev.ralbench.scenario;

import dev.ralbench.load.Level;
import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.secret.SecretHeaders;
import dev.ralbench.secret.SecretUrl;
import dev.ralbench.yaml.DecimalSyntax;
import dev.ralbench.yaml.FlagSyntax;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.PlainSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.UrlSyntax;
import dev.ralbench.yaml.ValueSyntax;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code request}; its path may be left to the variants. */
final class RequestReader {
    private static final NumberSyntax HTTP_VERSION = new NumberSyntax(1, 2);

    static final String SEVERAL = "requests";
    static final DecimalSyntax WEIGHT = new DecimalSyntax(0.001, 1_000_000, false);
    private static final Set<String> BODIES = Set.of("body", "form", "multipart");
    /** What a log has of each request. */
    private static final List<String> OF_ONE = List.of("method", "path", "query", "body", "form", "multipart");
    /** How requests reach the server: the same way, over the same connection. */
    private static final Set<String> OF_ALL = Set.of("http", "followRedirects", "proxy");

    private static final String HEADERS = "headers";
    private static final Set<String> MERGED = Set.of(HEADERS, "expect");
    /** Of requests: values have blanks in their braces, and a path as it goes on the wire has none. */
    static final TextSyntax PATH = new TextSyntax(
            text -> TextSyntax.PATH.fits().test(RequestValues.without(text)), TextSyntax.PATH.rule(), "/");

    private static final TextSyntax QUERY = new TextSyntax(
            text -> TextSyntax.QUERY.fits().test(RequestValues.without(text)), TextSyntax.QUERY.rule(), "query");

    // RFC 9110, 5.6.2 (token) and 5.5 (field-value).
    static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\ud7ff\\ue000-\\x{10ffff}]*");
    private static final Set<String> SET_BY_RALBENCH = Set.of("connection", "content-length", "transfer-encoding");

    /** Replaces a missing path; every variant then has one. */
    private static final String NO_PATH = "/";

    private RequestReader() {}

    /**
     * The request of all variants.
     *
     * @param template without the query
     * @param hasPath whether the file gives it a path
     * @param query is appended to every path
     */
    record Request(ScenarioRequest template, boolean hasPath, Optional<String> query) {

        static Request of(ScenarioRequest complete) {
            return new Request(complete, true, Optional.empty());
        }

        /** The request of a variant, which may have a path of its own. */
        ScenarioRequest at(Optional<String> path) {
            var sent = path.map(template::withPath).orElse(template);
            return query.map(sent::withQuery).orElse(sent);
        }
    }

    /** {@code request}: the one that is sent, or what several have in common. */
    static Request read(Section root, ScenarioDirectory directory) {
        var request = one(root.section("request"), directory);
        // A wrong path or request has been reported, and is not missing as well.
        return root.hasNoMapping("request") ? new Request(request.template(), true, request.query()) : request;
    }

    /**
     * What the requests of a log have in common.
     *
     * @param asBefore whether responses are to have the statuses of the log
     */
    record Logged(Request common, boolean asBefore) {}

    /** {@code request}, where a log has all that differs from request to request. */
    static Logged readLogged(Section root) {
        var request = root.section("request");
        var path = request.find("path", PATH);
        OF_ONE.stream()
                .filter(request::has)
                .filter(key -> !key.equals("path") || !path.equals(Optional.of(NO_PATH)))
                .forEach(key -> request.keyProblem(key, "does not go with load.open.trace: the log has the requests"));
        var headers = headers(request.section(HEADERS));
        var way = way(request);
        var expect = request.section("expect");
        boolean asBefore = !expect.has("status");
        var template = new ScenarioRequest(
                "GET",
                NO_PATH,
                headers,
                Optional.empty(),
                ExpectationReader.read(expect, asBefore),
                way.transfer(),
                way.proxy());
        return new Logged(Request.of(template), asBefore);
    }

    /** {@code requests}: those that users draw; empty if there is one alone. */
    static Optional<ScenarioWorkload> readSeveral(Section root, Request common, ScenarioDirectory directory) {
        if (!root.has(SEVERAL)) {
            return Optional.empty();
        }
        var journeys = new ArrayList<ScenarioWorkload.Journey>();
        root.named(SEVERAL).forEach((name, section) -> {
            checkName(name, section);
            var weight = section.get("weight", WEIGHT, 1.0);
            journeys.add(ScenarioWorkload.Journey.of(name, weight, named(section, common, directory)));
        });
        if (journeys.isEmpty()) {
            if (root.hasMapping(SEVERAL)) {
                root.problem(SEVERAL, "needs at least one request");
            }
            return Optional.empty();
        }
        return Optional.of(new ScenarioWorkload(journeys));
    }

    /** Refuses a name that would be that of a level, where a metric is asked for by it. */
    static void checkName(String name, Section section) {
        if (Level.find(name).isPresent()) {
            section.problem("is the name of a level in p99@" + name + ": choose one that begins with a letter");
        }
    }

    /** One of several requests, or of the steps of a journey. */
    static ScenarioRequest named(Section section, Request common, ScenarioDirectory directory) {
        var request = one(section, directory);
        if (!section.has("path")) {
            section.problem("path", "is missing");
        }
        return request.at(Optional.empty()).transferredLike(common.template());
    }

    /** The document with each of {@code requests} over {@code request}. */
    static Node.Mapping withCommon(Node.Mapping root) {
        return withCommon(root, SEVERAL, root.mapping("request"));
    }

    /** The mapping with each of the named requests at the key over what they have in common. */
    static Node.Mapping withCommon(Node.Mapping root, String key, Optional<Node.Mapping> common) {
        var several = root.mapping(key);
        if (several.isEmpty() || common.isEmpty()) {
            return root;
        }
        var complete = several.get();
        for (var name : several.get().entries().keySet()) {
            var own = several.get().mapping(name);
            if (own.isPresent()) {
                complete = complete.with(name, over(common.get(), own.get()));
            }
        }
        return root.with(key, complete);
    }

    /** The canonical document, in which each request has all of its own: over a common one it would be another. */
    static Map<String, Object> withoutCommon(Map<String, Object> document) {
        var left = new LinkedHashMap<>(document);
        if (document.get("request") instanceof Map<?, ?> common) {
            var ofAll = new LinkedHashMap<>(common);
            ofAll.keySet().retainAll(OF_ALL);
            left.put("request", ofAll);
        }
        return left;
    }

    /**
     * One of several requests with what all have in common: headers and expectations are merged by their keys, and null
     * takes a header away; everything else that it says itself counts.
     */
    private static Node.Mapping over(Node.Mapping common, Node.Mapping own) {
        var entries = new LinkedHashMap<>(common.entries());
        entries.keySet().removeAll(OF_ALL);
        if (BODIES.stream().anyMatch(own.entries()::containsKey)) {
            entries.keySet().removeAll(BODIES);
        }
        own.entries().forEach((key, entry) -> {
            var below = common.mapping(key);
            if (below.isPresent() && MERGED.contains(key) && entry.value() instanceof Node.Mapping above) {
                var both = new LinkedHashMap<>(below.get().entries());
                both.putAll(above.entries());
                if (key.equals(HEADERS)) {
                    below.get().entries().keySet().stream()
                            .filter(name -> isNothing(above, name))
                            .forEach(both::remove);
                }
                entries.put(key, new Node.Entry(entry.keyOrigin(), new Node.Mapping(above.origin(), both)));
            } else {
                entries.put(key, entry);
            }
        });
        return new Node.Mapping(own.origin(), entries);
    }

    private static boolean isNothing(Node.Mapping mapping, String key) {
        return mapping.value(key)
                .filter(value -> value instanceof Node.Scalar scalar && scalar.isNothing())
                .isPresent();
    }

    private static Request one(Section request, ScenarioDirectory directory) {
        var method = request.get("method", TextSyntax.METHOD, "GET");
        var path = request.find("path", PATH);
        var query = request.find("query", QUERY);
        var headersSection = request.section(HEADERS);
        var headers = headers(headersSection);
        var content = BodyReader.read(request, method, directory);
        if (request.has("multipart")) {
            contentTypes(headers)
                    .forEach(name -> headersSection.keyProblem(
                            name, "does not go with multipart; ralbench writes it, with the boundary: leave it out"));
        }
        content.contentType().ifPresent(type -> addContentType(headers, type));
        var way = way(request);
        var expect = ExpectationReader.read(request.section("expect"));
        return new Request(
                new ScenarioRequest(
                        method, path.orElse(NO_PATH), headers, content.body(), expect, way.transfer(), way.proxy()),
                request.has("path"),
                query);
    }

    /** Unless the author of a form has written another. */
    private static void addContentType(Map<String, String> headers, String type) {
        if (contentTypes(headers).isEmpty()) {
            headers.put("Content-Type", type);
        }
    }

    private static List<String> contentTypes(Map<String, String> headers) {
        return headers.keySet().stream()
                .filter(name -> name.equalsIgnoreCase("Content-Type"))
                .toList();
    }

    /** Whether a header can hold the text. */
    static boolean isHeaderValue(String text) {
        return HEADER_VALUE.matcher(text).matches();
    }

    private static Map<String, String> headers(Section section) {
        var headers = section.texts(HeaderValue::new);
        var spellings = new HashMap<String, String>();
        headers.forEach((name, value) -> {
            var lowerCase = name.toLowerCase(Locale.ROOT);
            var first = spellings.putIfAbsent(lowerCase, name);
            if (first != null) {
                section.keyProblem(name, "is the same header as " + first);
            }
            if (SET_BY_RALBENCH.contains(lowerCase)) {
                section.keyProblem(name, "is set by ralbench itself; leave it out");
            }
            if (!HEADER_NAME.matcher(name).matches()) {
                section.keyProblem(name, "cannot be the name of a header");
            }
            if (!isHeaderValue(value)) {
                section.problem(name, "must not hold line breaks or control characters");
            }
        });
        return headers;
    }

    /**
     * The value of a header. The canonical document does not have a secret that is written in clear: the document is stored
     * in results.
     *
     * @param name of the header
     */
    private record HeaderValue(String name) implements ValueSyntax<String> {
        private static final PlainSyntax PLAIN = new PlainSyntax();

        @Override
        public String read(Node node) {
            return PLAIN.read(node);
        }

        @Override
        public Object written(String value) {
            return PLAIN.written(SecretHeaders.shown(name, value));
        }

        @Override
        public String substitute() {
            return PLAIN.substitute();
        }
    }

    /** The proxy is read apart: environment variables may stand for its host and port. */
    private record RequestRoute(Transfer transfer, Optional<SecretUrl> proxy) {}

    private static RequestRoute way(Section request) {
        boolean http2 = request.find("http", HTTP_VERSION).orElse(1L) == 2;
        boolean followRedirects =
                request.find("followRedirects", new FlagSyntax()).orElse(false);
        var proxy = request.find("proxy", UrlSyntax.PROXY);
        if (proxy.filter(url -> !url.scheme().equals("http")).isPresent()) {
            request.problem("proxy", "must be http://host:port; the way to the proxy itself has no TLS");
        }
        return new RequestRoute(new Transfer(http2, followRedirects, Optional.empty()), proxy);
    }
}
