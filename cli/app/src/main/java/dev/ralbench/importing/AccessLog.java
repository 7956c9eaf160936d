package dev.ralbench.importing;

import dev.ralbench.Failure;
import dev.ralbench.load.data.LoggedRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A server's log in the Common or Combined Log Format (Apache, nginx, Tomcat): a mix of the paths that were asked for, each
 * as often as it was. Numbers in paths become a range, so that requests for single things are one request.
 */
final class AccessLog {
    private static final Pattern PLAIN_PATH = Pattern.compile("/[!-~&&[^#\"$]]*");
    private static final int LOOKED_AT = 20;
    private static final int MOST_REQUESTS = 20;

    private final String source;
    private final List<String> lines;

    AccessLog(String source, String text) {
        this.source = source;
        this.lines = text.lines().toList();
    }

    /** Whether most of the first lines are of that format. */
    static boolean isOne(String text) {
        var first =
                text.lines().filter(line -> !line.isBlank()).limit(LOOKED_AT).toList();
        return !first.isEmpty()
                && first.stream().filter(line -> request(line).isPresent()).count() * 2 > first.size();
    }

    private static Optional<LoggedRequest.Sent> request(String line) {
        return LoggedRequest.of(line).flatMap(LoggedRequest::sent);
    }

    /** Requests that are one but for numbers in the path and for their query. */
    private static final class Group {
        private final String method;
        private final String path;
        private final List<long[]> ranges = new ArrayList<>();
        private final Map<String, Integer> statuses = new HashMap<>();
        private final Map<String, Integer> queries = new HashMap<>();
        private int count;

        Group(String method, String path) {
            this.method = method;
            this.path = path;
        }

        void add(List<Long> numbers, String query, String status) {
            for (int i = 0; i < numbers.size(); i++) {
                long number = numbers.get(i);
                if (ranges.size() <= i) {
                    ranges.add(new long[] {number, number});
                }
                ranges.get(i)[0] = Math.min(ranges.get(i)[0], number);
                ranges.get(i)[1] = Math.max(ranges.get(i)[1], number);
            }
            statuses.merge(status, 1, Integer::sum);
            queries.merge(query, 1, Integer::sum);
            count++;
        }

        private static String most(Map<String, Integer> counts) {
            return counts.entrySet().stream()
                    .max(Map.Entry.<String, Integer>comparingByValue()
                            .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                    .map(Map.Entry::getKey)
                    .orElse("");
        }

        Map<String, Object> request() {
            var filled = path;
            for (var range : ranges) {
                var value = range[0] == range[1] ? "" + range[0] : "${random " + range[0] + ".." + range[1] + "}";
                filled = filled.replaceFirst("\\{n}", Matcher.quoteReplacement(value));
            }
            var request = new LinkedHashMap<String, Object>();
            request.put("weight", count);
            if (!method.equals("GET")) {
                request.put("method", method);
            }
            request.put("path", filled + most(queries));
            request.put("expect", Map.of("status", Integer.valueOf(most(statuses))));
            return request;
        }
    }

    ImportedScenario scenario(String name, String service) {
        var groups = new LinkedHashMap<String, Group>();
        int read = 0;
        int odd = 0;
        for (var line : lines) {
            if (line.isBlank()) {
                continue;
            }
            var logged = LoggedRequest.of(line);
            var sent = logged.flatMap(LoggedRequest::sent)
                    .filter(request -> PLAIN_PATH.matcher(request.target()).matches());
            if (sent.isEmpty()) {
                odd++;
                continue;
            }
            read++;
            var method = sent.get().method();
            var pattern = sent.get().pattern();
            groups.computeIfAbsent(method + " " + pattern, key -> new Group(method, pattern))
                    .add(
                            sent.get().numbers(),
                            sent.get().query(),
                            String.valueOf(logged.orElseThrow().status()));
        }
        if (read == 0) {
            throw Failure.usage(source + ": holds no request", "no line could be read", "check the file");
        }
        var kept = groups.values().stream()
                .sorted(Comparator.comparingInt((Group group) -> -group.count))
                .limit(MOST_REQUESTS)
                .toList();
        var requests = new LinkedHashMap<String, Object>();
        kept.forEach(group -> requests.put(
                ImportedScenario.unique(
                        ImportedScenario.name(group.method + group.path.replace("{n}", "id"), "root"), requests),
                group.request()));
        return new ImportedScenario(
                ImportedScenario.document(name, "The requests of " + source, Map.of(), "requests", requests, service),
                notes(read, odd, groups.size(), kept));
    }

    private static List<String> notes(int read, int odd, int groups, List<Group> kept) {
        var notes = new ArrayList<String>();
        int taken = kept.stream().mapToInt(group -> group.count).sum();
        notes.add(taken + " of " + read + " requests: " + kept.size() + " of " + groups + " kinds");
        if (odd > 0) {
            notes.add("left out, as no request of that format or with signs that a path cannot have: "
                    + (odd == 1 ? "1 line" : odd + " lines"));
        }
        var withBody = kept.stream()
                .filter(group -> List.of("POST", "PUT", "PATCH").contains(group.method))
                .map(group -> group.method + " " + group.path)
                .collect(Collectors.joining(", "));
        if (!withBody.isEmpty()) {
            notes.add("a log holds no bodies: write those of " + withBody);
        }
        if (kept.stream().anyMatch(group -> !group.ranges.isEmpty())) {
            notes.add("numbers in paths are any of the range that was asked for: some may not exist");
        }
        return notes;
    }
}
