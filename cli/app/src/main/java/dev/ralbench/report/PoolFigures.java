package dev.ralbench.report;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.PoolLimits;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.page.Column;
import dev.ralbench.page.TableCell;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The use of the targets' pools of threads and connections, in words. */
final class PoolFigures {
    private PoolFigures() {}

    /** The limits that differ between variants, in one sentence. */
    static Optional<String> differingLimits(RunView view) {
        var limits = new PoolLimits();
        for (var variant : view.variants()) {
            limits.add(variant, ofAll(view.measurements(variant).map(Measurement::wholeRun)));
        }
        return limits.differences();
    }

    /** A column for each pool that any variant has; none if no pool was seen. */
    static List<Column<LevelRow>> columns(RunView view) {
        var names = List.copyOf(
                ofAll(view.variants().stream().flatMap(view::measurements).map(Measurement::wholeRun))
                        .keySet());
        var ofRows = new HashMap<LevelRow, Map<String, PoolUse>>();
        return names.stream()
                .map(name -> new Column<LevelRow>(
                        name,
                        Column.Align.RIGHT,
                        names.indexOf(name),
                        row -> Optional.ofNullable(ofRows.computeIfAbsent(
                                                row, each -> ofAll(view.windows(each.variant(), each.level()).stream()))
                                        .get(name))
                                .map(pool -> TableCell.of(inWords(pool)))
                                .orElse(TableCell.MISSING)))
                .toList();
    }

    private static Map<String, PoolUse> ofAll(Stream<WindowMeasurement> windows) {
        var pools = new TreeMap<String, PoolUse>();
        windows.flatMap(window -> window.views().inside().stream())
                .flatMap(inside -> inside.pools().stream())
                .forEach(seen -> seen.forEach((name, pool) -> pools.merge(name, pool, PoolUse::plus)));
        return pools;
    }

    /** Such as {@code 3 of 3, 47 waiting}. */
    private static String inWords(PoolUse pool) {
        return pool.inUsePeak()
                + (pool.limit().isPresent() ? " of " + pool.limit().getAsInt() : "")
                + (pool.waitingPeak().orElse(0) > 0 ? ", " + pool.waitingPeak().getAsInt() + " waiting" : "");
    }
}
