package dev.ralbench.trial;

import dev.ralbench.load.Level;
import dev.ralbench.load.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The words of {@link UserModel} for the open phases of a load. */
final class OpenModel {
    private OpenModel() {}

    /** @param phases at least one */
    static List<String> parts(List<Phase.Open> phases, boolean keepAlive) {
        var parts = new ArrayList<String>();
        parts.add("open: " + rates(phases));
        parts.add(phases.stream()
                .map(phase -> phase.arrivals().spacing().words())
                .distinct()
                .collect(Collectors.joining(" or ")));
        int most = phases.stream().mapToInt(Phase.Open::connections).max().orElse(0);
        parts.add("at most " + most + (most == 1 ? " connection" : " connections")
                + (keepAlive ? "" : ", a new one for each request"));
        parts.add("response time from the intended start");
        parts.add("a request that finds all connections busy waits for one, up to the timeout");
        return parts;
    }

    private static String rates(List<Phase.Open> phases) {
        var rates = phases.stream()
                .flatMapToDouble(phase -> DoubleStream.of(phase.rate().from(), phase.rateTo()))
                .summaryStatistics();
        var most = Level.perSecond(rates.getMax()).replace("/", " requests/");
        var least = Level.perSecond(rates.getMin());
        return rates.getMin() == rates.getMax() ? most : least.substring(0, least.indexOf('/')) + " to " + most;
    }
}
