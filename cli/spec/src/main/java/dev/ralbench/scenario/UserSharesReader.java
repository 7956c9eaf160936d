package dev.ralbench.scenario;

import dev.ralbench.NearestName;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.UserShares;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.scenario.ScenarioWorkload.Journey;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.ValueSyntax;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads {@code load.users}: the journeys, or single requests, that parts of the users keep to. */
final class UserSharesReader {
    static final String USERS = "users";
    private static final Share SHARE = new Share();

    private UserSharesReader() {}

    /**
     * The shares in the order of the journeys; empty if users draw by weights, or if something is wrong, which is reported.
     *
     * @param load has the key
     */
    static Optional<UserShares> read(Section load, Optional<ScenarioWorkload> workload) {
        if (!load.has(USERS)) {
            return Optional.empty();
        }
        var section = load.section(USERS);
        var parts = new LinkedHashMap<String, Integer>();
        section.keys().forEach(name -> section.find(name, SHARE).ifPresent(part -> parts.put(name, part)));
        if (!load.hasMapping(USERS) || parts.size() < section.keys().size()) {
            return Optional.empty();
        }
        if (workload.isEmpty()) {
            load.keyProblem(USERS, "needs journeys or requests: users share what these name");
            return Optional.empty();
        }
        var journeys = workload.get().journeys();
        var flaw = flaw(parts, journeys, section);
        flaw.ifPresent(text -> load.problem(USERS, text));
        boolean isKnown = journeys.stream().map(Journey::name).toList().containsAll(parts.keySet());
        return flaw.isPresent() || !isKnown
                ? Optional.empty()
                : Optional.of(new UserShares(journeys.stream()
                        .map(journey -> parts.get(journey.name()))
                        .toList()));
    }

    private static Optional<String> flaw(Map<String, Integer> parts, List<Journey> journeys, Section section) {
        var names = journeys.stream().map(Journey::name).toList();
        var unknown =
                parts.keySet().stream().filter(Predicate.not(names::contains)).toList();
        unknown.forEach(name -> section.keyProblem(name, "is no journey or request; " + NearestName.hint(name, names)));
        if (!unknown.isEmpty()) {
            return Optional.empty();
        }
        var missing = names.stream().filter(name -> !parts.containsKey(name)).toList();
        if (!missing.isEmpty()) {
            return Optional.of("needs a share for " + String.join(", ", missing)
                    + ": without users it would never be sent; give it a share or take it away");
        }
        var weighted =
                journeys.stream().filter(journey -> journey.weight() != 1).toList();
        if (!weighted.isEmpty()) {
            return Optional.of("does not go with weight, which "
                    + weighted.stream().map(Journey::name).collect(Collectors.joining(", "))
                    + " has: a weight says how often each user draws a journey, a share which users do nothing else;"
                    + " take one of them away");
        }
        int sum = parts.values().stream().mapToInt(Integer::intValue).sum();
        return sum == UserShares.WHOLE
                ? Optional.empty()
                : Optional.of("must add up to 100%, got " + SHARE.written(sum));
    }

    /**
     * Checks that all classes have users.
     *
     * @param shape without its warm-up
     * @throws IllegalArgumentException of a shape that the shares do not go with
     */
    static void check(UserShares shares, LoadShape shape, List<Journey> journeys) {
        var timeline = UserTimeline.of(shape);
        if (timeline.open().findAny().isPresent()) {
            throw new IllegalArgumentException(
                    USERS + ": does not go with an open load, which has no users: each arrival draws a journey;"
                            + " write weight in the journeys instead");
        }
        var counts = shares.counts(timeline.maxUsers());
        if (counts.contains(0)) {
            throw new IllegalArgumentException(USERS + ": leaves "
                    + journeys.get(counts.indexOf(0)).name() + " without a user, because the load has "
                    + timeline.maxUsers() + " at most; use more users, or give it a greater share");
        }
    }

    /** A part of the users such as {@code 80%}, in thousandths of a percent. */
    private record Share() implements ValueSyntax<Integer> {
        private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)%");

        @Override
        public Integer read(Node node) {
            var percent = PERCENT.matcher(node instanceof Node.Scalar scalar ? scalar.text() : "");
            if (!percent.matches()) {
                throw new IllegalArgumentException("needs a share such as 80% or 12.5%, got " + node.described());
            }
            int part = new BigDecimal(percent.group(1)).movePointRight(3).intValueExact();
            if (part == 0 || part > UserShares.WHOLE) {
                throw new IllegalArgumentException("must be above 0% and at most 100%, got " + node.described());
            }
            return part;
        }

        @Override
        public String written(Integer value) {
            return BigDecimal.valueOf(value, 3).stripTrailingZeros().toPlainString() + "%";
        }

        @Override
        public Integer substitute() {
            return UserShares.WHOLE;
        }
    }
}
