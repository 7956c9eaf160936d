package dev.ralbench.benchmark;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Four requests that users send in turn: a log-in whose response has a token in JSON, a list of 1.2 kB, an order, and a
 * log-out; all but the first carry the token. The same for each client.
 */
final class FourSteps {
    static final String TOKEN = "3f0c9a6e5b7d41c2a8e4";

    /** @param body empty for none */
    record Step(String name, String method, String path, String body) {
        boolean isAuthorized() {
            return !name.equals("login");
        }
    }

    static final List<Step> STEPS = List.of(
            new Step("login", "POST", "/steps/login", "{\"name\": \"ann\", \"password\": \"secret\"}"),
            new Step("list", "GET", "/steps/list?page=3", ""),
            new Step("order", "POST", "/steps/order", "{\"item\": 17}"),
            new Step("logout", "POST", "/steps/logout", ""));

    private FourSteps() {}

    /** Locations of nginx that answer them. */
    static String locations() {
        var items = IntStream.range(0, 20)
                .mapToObj(i -> "{\"id\": %d, \"name\": \"a thing of some kind\", \"price\": %d}".formatted(i, 100 + i))
                .collect(Collectors.joining(", "));
        return """
                default_type application/json;
                location = /steps/login { return 200 '{"user": {"name": "ann"}, "token": "%s"}'; }
                location = /steps/list { return 200 '{"items": [%s]}'; }
                location = /steps/order { return 200 '{"order": 4711}'; }
                location = /steps/logout { return 200 '{"ok": true}'; }
                """.formatted(TOKEN, items);
    }

    /** As a scenario has them. */
    static String scenario() {
        return "request: { headers: { Authorization: 'Bearer ${token}' } }\njourneys:\n  buy:\n    steps:\n"
                + STEPS.stream()
                        .map(
                                step -> "      %s: { method: %s, path: '%s'%s%s }\n"
                                        .formatted(
                                                step.name(),
                                                step.method(),
                                                step.path(),
                                                step.body().isEmpty() ? "" : ", body: '" + step.body() + "'",
                                                step.isAuthorized()
                                                        ? ""
                                                        : ", headers: { Authorization: null }, extract: { token: { json: /token } }"))
                        .collect(Collectors.joining());
    }

    /** The body of a function of k6, which checks each status as ralbench does. */
    static String k6(String url) {
        return STEPS.stream()
                .map(step -> """
                        r = http.request('%s', '%s', %s, { headers: { %s } });
                        check(r, { '%s': (r) => r.status === 200 });
                        %s
                        """.formatted(
                                step.method(),
                                url.replaceFirst("/$", "") + step.path(),
                                step.body().isEmpty() ? "null" : "'" + step.body() + "'",
                                step.isAuthorized() ? "Authorization: 'Bearer ' + token" : "",
                                step.name(),
                                step.isAuthorized() ? "" : "token = r.json('token');"))
                .collect(Collectors.joining());
    }
}
