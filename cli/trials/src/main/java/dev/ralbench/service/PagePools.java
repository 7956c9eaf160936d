package dev.ralbench.service;

import static dev.ralbench.measurement.PoolUse.Resource.CONNECTIONS;
import static dev.ralbench.measurement.PoolUse.Resource.THREADS;

import dev.ralbench.measurement.PoolUse;
import dev.ralbench.service.PoolReadings.Identity;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Pools that a service shows on its page of counters, by the names that Micrometer gives them there. */
final class PagePools {
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]++|\\\\.)*+)\"");
    private static final Pattern PORT = Pattern.compile(":\\d+$");
    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

    private static final KnownPool HIKARI = new KnownPool(
                    Optional.empty(), CONNECTIONS, "hikaricp_connections_active", "hikaricp_connections_max")
            .waiting("hikaricp_connections_pending")
            .namedBy("pool");

    /** Spring Boot's view of any data source, by the name of its bean: those of Hikari are twice on a page. */
    private static final KnownPool ANY_DATA_SOURCE =
            new KnownPool(Optional.of("jdbc"), CONNECTIONS, "jdbc_connections_active", "jdbc_connections_max");

    private static final List<KnownPool> KNOWN = List.of(
            HIKARI,
            ANY_DATA_SOURCE,
            new KnownPool(
                    Optional.of("tomcat"), THREADS, "tomcat_threads_busy_threads", "tomcat_threads_config_max_threads"),
            new KnownPool(
                    Optional.of("tomcat connections"),
                    CONNECTIONS,
                    "tomcat_connections_current_connections",
                    "tomcat_connections_config_max_connections"),
            new KnownPool(Optional.of("jetty"), THREADS, "jetty_threads_busy", "jetty_threads_config_max")
                    .waiting("jetty_threads_jobs"),
            new KnownPool(
                            Optional.of("reactor-netty"),
                            CONNECTIONS,
                            "reactor_netty_connection_provider_active_connections",
                            "reactor_netty_connection_provider_max_connections")
                    .waiting("reactor_netty_connection_provider_pending_connections"),
            new KnownPool(
                            Optional.of("r2dbc"),
                            CONNECTIONS,
                            "r2dbc_pool_acquired_connections",
                            "r2dbc_pool_max_allocated_connections")
                    .waiting("r2dbc_pool_pending_connections"),
            new KnownPool(Optional.of("executor"), THREADS, "executor_active_threads", "executor_pool_max_threads")
                    .waiting("executor_queued_tasks"));

    private PagePools() {}

    /**
     * The values of a product.
     *
     * @param product that names in results begin with
     * @param nameLabel the label that has the pool's name
     */
    private record KnownPool(
            Optional<String> product,
            PoolUse.Resource holds,
            String inUse,
            String limit,
            Optional<String> waiting,
            String nameLabel) {
        KnownPool(Optional<String> product, PoolUse.Resource holds, String inUse, String limit) {
            this(product, holds, inUse, limit, Optional.empty(), "name");
        }

        KnownPool waiting(String name) {
            return new KnownPool(product, holds, inUse, limit, Optional.of(name), nameLabel);
        }

        KnownPool namedBy(String label) {
            return new KnownPool(product, holds, inUse, limit, waiting, label);
        }

        boolean isOn(Map<String, Double> page) {
            return page.keySet().stream().anyMatch(key -> metric(key).equals(inUse));
        }

        /** Each set of labels is a pool. */
        void read(Map<String, Double> page, PoolReadings readings) {
            page.keySet().stream()
                    .filter(key -> metric(key).equals(inUse))
                    .map(key -> key.substring(inUse.length()))
                    .sorted(Comparator.comparing(PagePools::withoutWhatChanges))
                    .forEach(labels -> readings.add(
                            new Identity(product, labels(labels).getOrDefault(nameLabel, ""), holds),
                            figure(page, inUse + labels),
                            figure(page, limit + labels),
                            waiting.map(name -> figure(page, name + labels)).orElseGet(OptionalDouble::empty)));
        }
    }

    /**
     * All pools of a page, by name.
     *
     * @param page its values by name and labels, in an order that does not change
     * @param port on which the target listens
     */
    static Map<String, PoolUse> of(Map<String, Double> page, int port) {
        var readings = new PoolReadings(port);
        boolean isHikari = HIKARI.isOn(page);
        KNOWN.stream()
                .filter(known -> !isHikari || !known.equals(ANY_DATA_SOURCE))
                .forEach(known -> known.read(page, readings));
        return readings.all();
    }

    private static String metric(String key) {
        int brace = key.indexOf('{');
        return brace < 0 ? key : key.substring(0, brace);
    }

    private static Map<String, String> labels(String text) {
        var labels = new HashMap<String, String>();
        var matcher = LABEL.matcher(text);
        while (matcher.find()) {
            labels.put(matcher.group(1), ESCAPED.matcher(matcher.group(2)).replaceAll("$1"));
        }
        return labels;
    }

    /** Labels to sort by: Reactor Netty's {@code id} is a hash, and a port may be chosen anew for each start. */
    private static String withoutWhatChanges(String labels) {
        var kept = new TreeMap<>(labels(labels));
        kept.remove("id");
        kept.replaceAll((name, value) -> PORT.matcher(value).replaceFirst(""));
        return kept.toString();
    }

    private static OptionalDouble figure(Map<String, Double> page, String key) {
        var value = page.get(key);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
