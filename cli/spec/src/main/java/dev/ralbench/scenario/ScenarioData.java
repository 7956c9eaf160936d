package dev.ralbench.scenario;

import dev.ralbench.load.Feeder;
import dev.ralbench.load.LoadShare;
import dev.ralbench.load.data.RowFeeder;
import dev.ralbench.load.data.Rows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * {@code data}: rows whose fields are values of requests.
 *
 * @param feeds by their names, in the order of the file
 */
public record ScenarioData(Map<String, Feed> feeds) {
    /** Without any. */
    static final ScenarioData NONE = new ScenarioData(Map.of());

    public ScenarioData {
        feeds = Collections.unmodifiableMap(new LinkedHashMap<>(feeds));
    }

    /** Rows, and how they are given out. */
    public record Feed(Source source, RowFeeder.Way way) {}

    /** The place where rows come from. */
    public sealed interface Source {}

    /** Rows of a file, which are read. */
    public record OfFile(Rows rows) implements Source {}

    /**
     * Rows that a database has when the run begins.
     *
     * @param dependency its name under {@code needs}
     */
    public record Query(String dependency, String sql) implements Source {}

    /** The queries to be asked before the load, by the names of their feeds. */
    public Map<String, Query> queries() {
        var queries = new LinkedHashMap<String, Query>();
        feeds.forEach((name, feed) -> {
            if (feed.source() instanceof Query query) {
                queries.put(name, query);
            }
        });
        return queries;
    }

    /** The same rows, of which there is always another one: for loads that are no part of the measurement. */
    ScenarioData endless() {
        var endless = new LinkedHashMap<String, Feed>();
        feeds.forEach((name, feed) -> endless.put(
                name,
                new Feed(
                        feed.source(),
                        new RowFeeder.Way(feed.way().order(), feed.way().perUser(), RowFeeder.AtEnd.AGAIN))));
        return new ScenarioData(endless);
    }

    /**
     * The data of one load, before its first row.
     *
     * @param ofQueries the rows of each query, by the names of their feeds
     * @param seed of what is left to chance
     */
    public RequestData of(Map<String, Rows> ofQueries, long seed) {
        return of(ofQueries, seed, LoadShare.WHOLE);
    }

    /**
     * The data of a part of a load, before its first row.
     *
     * @param share the part
     */
    public RequestData of(Map<String, Rows> ofQueries, long seed, LoadShare share) {
        var known = new LinkedHashMap<String, Optional<Rows>>();
        var feeders = new ArrayList<Feeder>();
        feeds.forEach((name, feed) -> {
            var rows = switch (feed.source()) {
                case OfFile file -> file.rows();
                case Query query ->
                    Optional.ofNullable(ofQueries.get(name))
                            .orElseThrow(() -> new IllegalStateException("the query of " + name + " was not asked"));
            };
            known.put(name, Optional.of(rows));
            feeders.add(new RowFeeder(name, rows, feed.way(), seed, share));
        });
        return new RequestData(new DataColumns(known), feeders);
    }
}
