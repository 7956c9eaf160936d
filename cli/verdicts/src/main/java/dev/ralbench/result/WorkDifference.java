package dev.ralbench.result;

import java.util.Optional;

/**
 * One way in which the work of a variant differs from that of another.
 *
 * @param variant the one that differs
 * @param fact in what: {@code answer}, {@code status}, {@code contentType}, {@code body}, {@code shape}, or the count of
 *     requests to a server
 * @param server next to the target, whose count differs; empty for every other fact
 * @param expected of the variant that it was held against
 * @param found of this one
 * @param words all of it, beginning with the variant's name
 */
public record WorkDifference(
        String variant, String fact, Optional<String> server, String expected, String found, String words) {
    /** The name of the difference in reports, such as {@code work.head.status} or {@code work.head.served.mysql}. */
    public String field() {
        return "work." + variant + "." + fact + server.map("."::concat).orElse("");
    }
}
