package dev.ralbench.importing;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a browser has recorded (HTTP Archive 1.2): one journey of the requests to the first page's server, with the pauses
 * that the user made. Cookies are left out, because each user of a journey gets its own.
 */
final class HarRecording {
    private static final Set<String> KEPT = Set.of("accept", "content-type", "authorization", "x-requested-with");
    private static final Set<String> SECRET = Set.of("authorization");
    private static final Set<String> STATIC = Set.of("image", "font", "stylesheet", "script", "media");
    private static final String FILE = ".*\\.(css|js|mjs|map|png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|mp4|webm)";
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(200);

    private final String source;
    private final List<Tree> entries;
    private final List<String> notes = new ArrayList<>();

    HarRecording(String source, Tree root) {
        this.source = source;
        this.entries = root.at("log").at("entries").items();
    }

    ImportedScenario scenario(String name, Optional<String> service) {
        var first = entries.stream()
                .map(entry -> url(entry.at("request").text("url")))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> Failure.usage(
                        source + ": holds no request to a server",
                        "log.entries has none with a URL of http or https",
                        "record some, and export them again"));
        var origin = first.getScheme() + "://" + first.getRawAuthority();
        var steps = new LinkedHashMap<String, Object>();
        Optional<Map<String, Object>> before = Optional.empty();
        Optional<Instant> beforeEnded = Optional.empty();
        int elsewhere = 0;
        int files = 0;
        for (var entry : entries) {
            var url = url(entry.at("request").text("url"));
            if (url.isEmpty() || !(url.get().getScheme() + "://" + url.get().getRawAuthority()).equals(origin)) {
                elsewhere++;
                continue;
            }
            if (STATIC.contains(entry.text("_resourceType"))
                    || url.get().getPath().matches(FILE)) {
                files++;
                continue;
            }
            var started = instant(entry.text("startedDateTime"));
            var pause = beforeEnded.flatMap(ended -> started.map(at -> Duration.between(ended, at)));
            if (pause.isPresent() && pause.get().compareTo(SHORTEST_PAUSE) > 0 && before.isPresent()) {
                before.get().put("think", pause.get().toMillis() + "ms");
            }
            var step = step(entry, url.get());
            steps.put(stepName(step, url.get(), steps), step);
            before = Optional.of(step);
            beforeEnded = started.map(at -> at.plusMillis(millis(entry)));
        }
        if (elsewhere > 0) {
            notes.add(elsewhere + " requests to other servers are left out");
        }
        if (files > 0) {
            notes.add(files + " requests for scripts, styles, images and fonts are left out");
        }
        notes.add("cookies are left out: each user gets its own from the responses");
        var journey = Map.<String, Object>of("steps", steps);
        return new ImportedScenario(
                ImportedScenario.document(
                        name,
                        "Recorded from " + origin,
                        Map.of(),
                        "journeys",
                        Map.of("recorded", journey),
                        service.orElse(origin)),
                notes);
    }

    private static Optional<URI> url(String text) {
        try {
            var url = URI.create(text.replace("|", "%7C").replace(" ", "%20"));
            boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            return isHttp && HttpUrl.hasHost(url) ? Optional.of(url) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> instant(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static long millis(Tree entry) {
        return entry.at("time")
                .text()
                .map(text -> Math.round(Double.parseDouble(text)))
                .orElse(0L);
    }

    private static String stepName(Map<String, Object> step, URI url, Map<String, Object> taken) {
        var method = String.valueOf(step.getOrDefault("method", "get")).toLowerCase(Locale.ROOT);
        boolean isHome = method.equals("get") && url.getPath().replace("/", "").isEmpty();
        return ImportedScenario.unique(
                isHome ? "home" : ImportedScenario.name(method + "-" + url.getPath(), method), taken);
    }

    private Map<String, Object> step(Tree entry, URI url) {
        var request = entry.at("request");
        var step = new LinkedHashMap<String, Object>();
        if (!request.text("method").equals("GET")) {
            step.put("method", request.text("method"));
        }
        step.put(
                "path",
                (url.getRawPath().isEmpty() ? "/" : url.getRawPath())
                        + Optional.ofNullable(url.getRawQuery())
                                .map(query -> "?" + query)
                                .orElse(""));
        var headers = headers(request);
        var posted = request.at("postData");
        var fields = posted.at("params").items();
        if (posted.text("mimeType").startsWith("application/x-www-form-urlencoded") && !fields.isEmpty()) {
            var form = new LinkedHashMap<String, Object>();
            fields.forEach(field -> form.put(decoded(field.text("name")), decoded(field.text("value"))));
            step.put("form", form);
            headers.keySet().removeIf(name -> name.equalsIgnoreCase("content-type"));
        } else if (!posted.text("text").isEmpty()) {
            step.put("body", posted.text("text"));
        }
        if (!headers.isEmpty()) {
            step.put("headers", headers);
        }
        var status = entry.at("response").text("status");
        if (status.matches("[1-5][0-9]{2}") && !status.equals("200")) {
            step.put("expect", Map.of("status", Integer.valueOf(status)));
        }
        return step;
    }

    /** Browsers write fields as they were sent, encoded. */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private Map<String, Object> headers(Tree request) {
        var headers = new LinkedHashMap<String, Object>();
        for (var header : request.at("headers").items()) {
            var name = header.text("name");
            var lowerCase = name.toLowerCase(Locale.ROOT);
            if (!KEPT.contains(lowerCase)) {
                continue;
            }
            if (SECRET.contains(lowerCase)) {
                headers.put(name, "${env:" + lowerCase.toUpperCase(Locale.ROOT).replace('-', '_') + "}");
                var note = "the value of " + name + " is not taken over: set that environment variable";
                if (!notes.contains(note)) {
                    notes.add(note);
                }
            } else {
                headers.put(name, header.text("value"));
            }
        }
        return headers;
    }
}
