package dev.ralbench.load.data;

import dev.ralbench.load.Bytes;
import dev.ralbench.load.Replay;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The requests of a server's log, to be sent again. Of each only the bytes of path and query and a few numbers are kept:
 * fewer than the log has. Requests that could not be sent are left out and counted.
 */
public final class RequestLog {
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS", "DELETE");
    /** Each has figures of its own, a row in tables, and histograms in memory. */
    private static final int MOST_KINDS = 40;
    /** Paths that hold words and no numbers are all different: beyond so many, a new one is one of the others. */
    private static final int MOST_PATTERNS = 10_000;

    private static final String OTHERS = "other";
    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_STATUS = 1 << 10;
    private static final int MOST_SHOWN = 60;

    private final String name;
    private final String sha256;
    private final Rows targets;
    /** By the order of time: seconds since the first, and the row of the target. */
    private final int[] seconds;

    private final int[] rows;
    /** By the row: the kind, and the status. */
    private final char[] traits;

    private final List<Replay.Kind> kinds;
    private final List<String> leftOut;

    private RequestLog(
            String name,
            String sha256,
            Rows targets,
            int[] seconds,
            int[] rows,
            char[] traits,
            List<Replay.Kind> kinds,
            List<String> leftOut) {
        this.name = name;
        this.sha256 = sha256;
        this.targets = targets;
        this.seconds = seconds;
        this.rows = rows;
        this.traits = traits;
        this.kinds = kinds;
        this.leftOut = List.copyOf(leftOut);
    }

    /**
     * Reads a log.
     *
     * @param name of the file, for messages
     * @param sha256 of its content
     * @throws IllegalArgumentException with the end of a sentence that begins with the file's name, if it is none, or has no
     *     request that could be sent
     */
    public static RequestLog read(String name, String sha256, InputStream content) throws IOException {
        var reading = new Reading();
        // Bytes that are no UTF-8 are no parts of a path: such a line is left out.
        try (var lines = new BufferedReader(new InputStreamReader(content, StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                reading.add(line);
            }
        }
        return reading.log(name, sha256);
    }

    /** A log of one request, in place of one that could not be read. */
    public static RequestLog substitute() {
        var reading = new Reading();
        reading.add("- - - [01/Jan/1970:00:00:00 +0000] \"GET / HTTP/1.1\" 200 0");
        return reading.log("", "0".repeat(64));
    }

    /** What is collected line by line. */
    private static final class Reading {
        private final Rows.Builder targets = new Rows.Builder(List.of("target"));
        private long[] times = new long[256];
        private char[] statuses = new char[256];
        private char[] patterns = new char[256];
        private final Map<String, Pattern> known = new LinkedHashMap<>();
        private final List<Pattern> all = new ArrayList<>();
        private final Map<String, Integer> withBody = new TreeMap<>();
        private int read;
        private int unsendable;
        private int line;

        void add(String text) {
            line++;
            if (text.isBlank()) {
                return;
            }
            var logged = LoggedRequest.of(text)
                    .filter(found -> found.epochSecond().isPresent())
                    .orElseThrow(() -> new IllegalArgumentException("is no access log: line " + line
                            + " is not in the Common or Combined Log Format: " + shown(text)));
            read++;
            var sent = logged.sent().filter(request -> isSendable(request.target()));
            if (sent.isEmpty()) {
                unsendable++;
            } else if (WITHOUT_BODY.contains(sent.get().method())) {
                keep(logged, sent.get());
            } else {
                withBody.merge(sent.get().method(), 1, Integer::sum);
            }
        }

        private static String shown(String text) {
            return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
        }

        /** What is no part of a path as it goes on the wire servers write as {@code \x20}. */
        private static boolean isSendable(String target) {
            return target.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '\\' && c != '#' && c != '"');
        }

        private void keep(LoggedRequest logged, LoggedRequest.Sent sent) {
            int row = targets.size();
            if (row == times.length) {
                times = Arrays.copyOf(times, row + (row >> 1));
                statuses = Arrays.copyOf(statuses, row + (row >> 1));
                patterns = Arrays.copyOf(patterns, row + (row >> 1));
            }
            targets.add(List.of(sent.target()));
            times[row] = logged.epochSecond().orElseThrow();
            statuses[row] = (char) logged.status();
            var pattern = pattern(sent);
            pattern.count++;
            if (logged.status() >= 100) {
                pattern.statuses.add(logged.status());
            }
            patterns[row] = (char) pattern.number;
        }

        private Pattern pattern(LoggedRequest.Sent sent) {
            var key = sent.method() + sent.pattern();
            var found = known.get(key);
            if (found != null) {
                return found;
            }
            boolean isOther = known.size() >= MOST_PATTERNS;
            return known.computeIfAbsent(isOther ? sent.method() : key, unused -> {
                var pattern = new Pattern(all.size(), sent.method(), sent.path(), isOther ? "" : key);
                all.add(pattern);
                return pattern;
            });
        }

        RequestLog log(String name, String sha256) {
            int size = targets.size();
            if (read == 0) {
                throw new IllegalArgumentException("holds no request");
            }
            if (size == 0) {
                throw new IllegalArgumentException(
                        "holds no request that could be sent: " + String.join("; ", leftOut()));
            }
            long[] keys = new long[size];
            long first = Arrays.stream(times, 0, size).min().orElseThrow();
            for (int row = 0; row < size; row++) {
                long second = times[row] - first;
                if (second > Integer.MAX_VALUE) {
                    throw new IllegalArgumentException("is of more than 68 years");
                }
                keys[row] = second << Integer.SIZE | row;
            }
            times = new long[0];
            Arrays.sort(keys);
            int[] seconds = new int[size];
            int[] rows = new int[size];
            for (int i = 0; i < size; i++) {
                seconds[i] = (int) (keys[i] >>> Integer.SIZE);
                rows[i] = (int) keys[i];
            }
            int[] kindOf = new int[all.size()];
            var kinds = kinds(kindOf);
            for (int row = 0; row < size; row++) {
                patterns[row] = (char) (kindOf[patterns[row]] * LONGEST_STATUS + statuses[row]);
            }
            return new RequestLog(
                    name, sha256, targets.build(), seconds, rows, Arrays.copyOf(patterns, size), kinds, leftOut());
        }

        /** @param kindOf gets the kind of each pattern, by its number */
        private List<Replay.Kind> kinds(int[] kindOf) {
            var frequent = all.stream()
                    .filter(pattern -> !pattern.words.isEmpty())
                    .sorted(Comparator.comparingLong((Pattern pattern) -> -pattern.count))
                    .limit(MOST_KINDS)
                    .toList();
            var names = new HashSet<String>();
            var kinds = new ArrayList<Replay.Kind>();
            for (var pattern : frequent) {
                kindOf[pattern.number] = kinds.size();
                kinds.add(pattern.kind(unique(nameOf(pattern.words), names)));
            }
            var others = new LinkedHashMap<String, Pattern>();
            for (var pattern : all) {
                if (!frequent.contains(pattern)) {
                    others.computeIfAbsent(
                                    pattern.method,
                                    method -> new Pattern(frequent.size() + others.size(), method, pattern.path, ""))
                            .add(pattern);
                    kindOf[pattern.number] = others.get(pattern.method).number;
                }
            }
            for (var other : others.values()) {
                kinds.add(other.kind(unique(others.size() == 1 ? OTHERS : nameOf(OTHERS + " " + other.method), names)));
            }
            return List.copyOf(kinds);
        }

        private List<String> leftOut() {
            var notes = new ArrayList<String>();
            withBody.forEach((method, count) ->
                    notes.add(count + " of " + read + ": " + method + " may have a body, which a log does not hold"));
            if (unsendable > 0) {
                notes.add(unsendable + " of " + read + ": no request with a path that could be sent");
            }
            return notes;
        }
    }

    /** Requests that are equal but for numbers in the path and for their query. */
    private static final class Pattern {
        private final int number;
        private final String method;
        private final String path;
        private final String words;
        private final Set<Integer> statuses = new HashSet<>();
        private long count;

        /** @param words that its name is made of; empty of those that share one */
        Pattern(int number, String method, String path, String words) {
            this.number = number;
            this.method = method;
            this.path = path;
            this.words = words;
        }

        void add(Pattern other) {
            count += other.count;
            statuses.addAll(other.statuses);
        }

        Replay.Kind kind(String name) {
            return new Replay.Kind(name, method, path, count, statuses);
        }
    }

    private static String nameOf(String words) {
        var name = words.replace("{n}", "id")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("-+$", "");
        return name.substring(0, Math.min(LONGEST_NAME, name.length())).replaceAll("-+$", "");
    }

    private static String unique(String name, Set<String> taken) {
        var free = name;
        for (int i = 2; !taken.add(free); i++) {
            free = name + "-" + i;
        }
        return free;
    }

    /** SHA-256 of the file. */
    public String sha256() {
        return sha256;
    }

    /** How many bytes it takes, without what differs between JVMs. */
    long bytes() {
        return targets.bytes() + 8L * rows.length + 2L * traits.length;
    }

    /**
     * Its requests at the times of the log. Those have whole seconds, so requests of one second are spread evenly over it.
     *
     * @param speed how many seconds of the log pass in a second; above 0
     */
    public Replay at(double speed) {
        if (!(speed > 0) || Double.isInfinite(speed)) {
            throw new IllegalArgumentException("speed: must be above 0, got " + speed);
        }
        return new AtSpeed(this, speed);
    }

    private record AtSpeed(RequestLog log, double speed) implements Replay {
        private static final double NANOS = 1e9;

        @Override
        public int size() {
            return log.rows.length;
        }

        @Override
        public long nanosOf(int position) {
            int second = log.seconds[position];
            int first = firstOf(second);
            int count = firstOf(second + 1) - first;
            return Math.round((second + (position - first + 0.5) / count) / speed * NANOS);
        }

        /** The position of the first request of a second, or of a later one. */
        private int firstOf(int second) {
            int low = 0;
            int high = size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (log.seconds[middle] < second) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        @Override
        public Duration length() {
            return Duration.ofNanos(Math.round((log.seconds[size() - 1] + 1) / speed * NANOS));
        }

        @Override
        public int dueBefore(long nanos) {
            int low = 0;
            int high = size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (nanosOf(middle) < nanos) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        @Override
        public double highestRate() {
            int most = 0;
            for (int from = 0; from < size(); ) {
                int next = firstOf(log.seconds[from] + 1);
                most = Math.max(most, next - from);
                from = next;
            }
            return most * speed;
        }

        @Override
        public List<Kind> kinds() {
            return log.kinds;
        }

        @Override
        public int kindOf(int position) {
            return log.traits[log.rows[position]] / LONGEST_STATUS;
        }

        @Override
        public int statusOf(int position) {
            return log.traits[log.rows[position]] % LONGEST_STATUS;
        }

        @Override
        public void addPath(int position, Bytes out) {
            log.targets.addTo(out, log.rows[position], 0);
        }

        @Override
        public int example() {
            int any = -1;
            for (int i = 0; i < size(); i++) {
                if (kindOf(i) == 0) {
                    if (statusOf(i) >= 200 && statusOf(i) < 300) {
                        return i;
                    }
                    any = any < 0 ? i : any;
                }
            }
            return any;
        }

        @Override
        public List<String> leftOut() {
            return log.leftOut;
        }

        @Override
        public String words() {
            return size() + (size() == 1 ? " request of " : " requests of ") + log.name;
        }

        /** The same of the same file: it is a part of names in caches. */
        @Override
        public String toString() {
            return log.sha256 + " at " + speed;
        }
    }
}
