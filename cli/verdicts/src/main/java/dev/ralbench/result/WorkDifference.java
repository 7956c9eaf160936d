package dev.ralbench.result;

import dev.ralbench.scenario.WorkRule;
import java.util.Optional;

/**
 * One way in which the work of a variant differs from that of another.
 *
 * @param variant the one that differs
 * @param base the one that it was held against; itself if it did not answer
 * @param fact in what
 * @param server next to the target, whose count differs; empty for every other fact
 * @param expected of the variant that it was held against
 * @param found of this one
 * @param words all of it, beginning with the variant's name
 */
public record WorkDifference(
        String variant, String base, Fact fact, Optional<String> server, String expected, String found, String words) {
    /** What can differ, and how much of an answer may be compared without seeing it. */
    public enum Fact {
        ANSWER("answer", Optional.empty()),
        STATUS("status", Optional.empty()),
        CONTENT_TYPE("contentType", Optional.of(WorkRule.Same.STATUS)),
        BODY("body", Optional.of(WorkRule.Same.SHAPE)),
        SHAPE("shape", Optional.of(WorkRule.Same.STATUS)),
        LENGTH("length", Optional.of(WorkRule.Same.STATUS)),
        /** Requests to a server next to the target. */
        SERVED("served", Optional.of(WorkRule.Same.STATUS));

        private final String key;
        private final Optional<WorkRule.Same> ignoredBy;

        Fact(String key, Optional<WorkRule.Same> ignoredBy) {
            this.key = key;
            this.ignoredBy = ignoredBy;
        }

        /** The most that can be the same in spite of it; empty if nothing of the answers then is. */
        public Optional<WorkRule.Same> ignoredBy() {
            return ignoredBy;
        }
    }

    /** The name of the difference in reports, such as {@code work.head.status} or {@code work.head.served.mysql}. */
    public String field() {
        return "work." + variant + "." + fact.key + server.map("."::concat).orElse("");
    }
}
