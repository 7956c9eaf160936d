package dev.ralbench.result;

/**
 * One way in which the work of a variant differs from that of another.
 *
 * @param variant the one that differs
 * @param fact in what: {@code answer}, {@code status}, {@code contentType}, {@code body}, {@code shape} or
 *     {@code served.mysql}
 * @param expected of the variant that it was held against
 * @param found of this one
 * @param words all of it, beginning with the variant's name
 */
public record WorkDifference(String variant, String fact, String expected, String found, String words) {
    static final String SERVED = "served.";

    /** The name of the difference in reports, such as {@code work.head.status}. */
    public String field() {
        return "work." + variant + "." + fact;
    }

    /** The server next to the target with a different count; empty if it is about something else. */
    public String server() {
        return fact.startsWith(SERVED) ? fact.substring(SERVED.length()) : "";
    }
}
