package dev.ralbench.load.data;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * One line of a server's log in the Common or Combined Log Format (Apache, nginx, Tomcat).
 *
 * @param epochSecond when it was written, since 1970; empty if its time is not in that format
 * @param line the line of the request, such as {@code GET /orders/1?full HTTP/1.1}; other text if the client sent no such line
 * @param status of the response; 0 if there was none
 */
public record LoggedRequest(OptionalLong epochSecond, String line, int status) {
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final Pattern NUMBER = Pattern.compile("(?<=/)[0-9]{1,18}(?=/|$)");
    private static final int TIME_LENGTH = 26;

    /** Reads a line; empty if it is none of that format. */
    public static Optional<LoggedRequest> of(String text) {
        int open = text.indexOf('[');
        int close = text.indexOf("] \"", open + 1);
        if (open < 4 || close < 0) {
            return Optional.empty();
        }
        int begin = close + 3;
        int end = begin;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        int status = end + 2;
        if (status + 3 > text.length() || !text.startsWith("\" ", end)) {
            return Optional.empty();
        }
        var time = epochSecond(text.substring(open + 1, close));
        return number(text, status, status + 3)
                .map(code -> new LoggedRequest(time, text.substring(begin, Math.min(status - 2, text.length())), code));
    }

    /** Of {@code 10/Oct/2000:13:55:36 -0700}; a formatter would take most of the time that a large log needs. */
    private static OptionalLong epochSecond(String time) {
        if (time.length() != TIME_LENGTH) {
            return OptionalLong.empty();
        }
        int month = MONTHS.indexOf(time.substring(3, 6)) + 1;
        var day = number(time, 0, 2);
        var year = number(time, 7, 11);
        var hour = number(time, 12, 14);
        var minute = number(time, 15, 17);
        var second = number(time, 18, 20);
        var zoneHours = number(time, 22, 24);
        var zoneMinutes = number(time, 24, 26);
        if (month == 0
                || day.isEmpty()
                || year.isEmpty()
                || hour.isEmpty()
                || minute.isEmpty()
                || second.isEmpty()
                || zoneHours.isEmpty()
                || zoneMinutes.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            long local = LocalDate.of(year.get(), month, day.get()).toEpochDay() * 86_400
                    + hour.get() * 3600
                    + minute.get() * 60
                    + second.get();
            long zone = zoneHours.get() * 3600L + zoneMinutes.get() * 60L;
            return OptionalLong.of(time.charAt(21) == '-' ? local + zone : local - zone);
        } catch (DateTimeException e) {
            return OptionalLong.empty();
        }
    }

    private static Optional<Integer> number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return Optional.empty();
            }
            number = 10 * number + digit;
        }
        return Optional.of(number);
    }

    /** The request of a client that sent one with a path; empty of anything else. */
    public Optional<Sent> sent() {
        int first = line.indexOf(' ');
        int last = line.lastIndexOf(' ');
        boolean isHttp = first > 0 && last > first + 1 && line.startsWith("HTTP/", last + 1);
        if (!isHttp || line.charAt(first + 1) != '/' || line.indexOf(' ', first + 1) != last) {
            return Optional.empty();
        }
        var method = line.substring(0, first);
        return method.chars().allMatch(c -> c >= 'A' && c <= 'Z')
                ? Optional.of(new Sent(method, line.substring(first + 1, last)))
                : Optional.empty();
    }

    /**
     * A request as a client sent it.
     *
     * @param target path and query, beginning with {@code /}
     */
    public record Sent(String method, String target) {
        /** The target without its query. */
        public String path() {
            int end = target.indexOf('?');
            return end < 0 ? target : target.substring(0, end);
        }

        /** The query with its {@code ?}; empty without one. */
        public String query() {
            return target.substring(path().length());
        }

        /** The whole numbers that are elements of the path, in their order. */
        public List<Long> numbers() {
            return NUMBER.matcher(path())
                    .results()
                    .map(found -> Long.valueOf(found.group()))
                    .toList();
        }

        /** The path with <code>{n}</code> in the place of such numbers: requests for single things are of one kind. */
        public String pattern() {
            return NUMBER.matcher(path()).replaceAll("{n}");
        }
    }
}
