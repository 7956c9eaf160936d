package dev.ralbench.scenario;

import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Origin;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.ScalarKind;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keys that users of other load generators look for. The spelling of a known key says nothing about what they mean. */
final class ForeignKeys {
    private static final String REQUEST = "request";
    private static final String PATH = "path";
    private static final String DATA = "data";
    private static final String ONE_REQUEST = "requests that a user sends one after the other are journeys: { NAME:"
            + " { steps: { NAME: { path: ... } } } }; several that users draw are requests: { NAME: { path: ... } }";
    private static final String OF_STEP = "a value of a response is for the next step of a journey: journeys: { NAME:"
            + " { steps: { NAME: { path: ..., extract: { token: { json: /token } } } } } }";
    private static final String OTHER_DATA =
            "rows of a file are data: { users: { file: users.csv } }, and ${users.name} in a request is a field of them";

    private static final String AROUND =
            "requests around the load are before: { load: { steps: ... } } and after: { load:"
                    + " { steps: ... } }; those that each user sends, such as a login, are before: { user: { steps: ... } }";

    private static final Map<String, String> ROOT = Map.of(
            "scenarios", ONE_REQUEST,
            "steps", ONE_REQUEST,
            "flow", ONE_REQUEST,
            "endpoints", ONE_REQUEST,
            "urls", ONE_REQUEST,
            "feeder", OTHER_DATA,
            "feeders", OTHER_DATA,
            "csv", OTHER_DATA,
            "setup", AROUND,
            "teardown", AROUND);

    private static final String NO_URL = "a request has no URL: write its path and query as request.path, and what is"
            + " before the path as target: { url: http://HOST:PORT } of a variant";

    private static final Map<String, String> OF_REQUEST = Map.of(
            "url", NO_URL,
            "uri", NO_URL,
            "cookies",
                    "users of journeys keep their cookies by themselves; for any other load write the header Cookie, the"
                            + " same for all requests",
            "extract", OF_STEP,
            "capture", OF_STEP);

    private final Problems problems;

    private ForeignKeys(Problems problems) {
        this.problems = problems;
    }

    /** The scenario without these keys, each of which is reported, and with one request if it had several. */
    static Node.Mapping without(Node.Mapping scenario, Problems problems) {
        return new ForeignKeys(problems).cleaned(scenario);
    }

    private Node.Mapping cleaned(Node.Mapping scenario) {
        var foreign = new HashMap<>(ROOT);
        if (scenario.find(DATA).isPresent() && scenario.mapping(DATA).isEmpty()) {
            foreign.put(DATA, OTHER_DATA); // a file, or a list of them
        }
        var root = without(scenario, "", foreign);
        var entries = new LinkedHashMap<>(root.entries());
        switch (root.value(REQUEST).orElse(Node.Mapping.empty(root.origin()))) {
            case Node.Mapping request ->
                root.find(REQUEST)
                        .ifPresent(entry ->
                                entries.put(REQUEST, new Node.Entry(entry.keyOrigin(), cleanedRequest(request))));
            case Node.Items several -> {
                problems.add(several.origin(), REQUEST, ONE_REQUEST);
                entries.put(REQUEST, anyRequest(several.origin()));
            }
            case Node.Scalar other -> {} // its reader reports it
        }
        if (!entries.containsKey(REQUEST)
                && root.entries().size() < scenario.entries().size()) {
            entries.put(REQUEST, anyRequest(scenario.origin())); // a missing path would be no second mistake
        }
        return new Node.Mapping(root.origin(), entries);
    }

    private Node.Mapping cleanedRequest(Node.Mapping request) {
        var known = without(request, REQUEST + ".", OF_REQUEST);
        boolean hadUrl = request.find("url").isPresent() || request.find("uri").isPresent();
        if (!hadUrl || known.find(PATH).isPresent()) {
            return known;
        }
        var entries = new LinkedHashMap<>(known.entries());
        entries.put(PATH, anyPath(request.origin())); // its path is in the URL
        return new Node.Mapping(request.origin(), entries);
    }

    private Node.Mapping without(Node.Mapping mapping, String prefix, Map<String, String> foreign) {
        var entries = new LinkedHashMap<String, Node.Entry>();
        mapping.entries().forEach((key, entry) -> {
            var answer = foreign.get(key);
            if (answer == null) {
                entries.put(key, entry);
            } else {
                problems.add(entry.keyOrigin(), prefix + key, answer);
            }
        });
        return new Node.Mapping(mapping.origin(), entries);
    }

    private static Node.Entry anyRequest(Origin origin) {
        return new Node.Entry(origin, new Node.Mapping(origin, Map.of(PATH, anyPath(origin))));
    }

    private static Node.Entry anyPath(Origin origin) {
        return new Node.Entry(origin, new Node.Scalar(origin, "/", ScalarKind.TEXT));
    }
}
