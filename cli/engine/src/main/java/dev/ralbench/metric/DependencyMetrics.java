package dev.ralbench.metric;

import dev.ralbench.metric.DependencyFigure.Aspect;
import java.util.List;

/** Metrics of the dependencies of a target. Unit, direction and comparison follow from the aspect. */
public final class DependencyMetrics {

    public static final Metric SQL_SERVED = of(
            "sql",
            "SQL",
            "SQL statements that read or write data, by the server's own counters.",
            DependencyFigure.ofDatabases(Aspect.SERVED));
    public static final Metric SQL_PER_REQUEST = of(
            "sql/request",
            "SQL/req",
            "SQL statements per ended request; requests that were never answered have cost some too.",
            DependencyFigure.ofDatabases(Aspect.SERVED_PER_REQUEST));
    public static final Metric SQL_PER_JOURNEY = of(
            "sql/journey",
            "SQL/journey",
            "SQL statements per ended journey of whatever name.",
            DependencyFigure.ofDatabases(Aspect.SERVED_PER_JOURNEY));
    public static final Metric SQL_BATCH = of(
            "sql.batch",
            "batch",
            "Mean number of ended requests that shared one SQL statement; none where each has one or more of its own.",
            DependencyFigure.ofDatabases(Aspect.BATCH));
    public static final Metric SQL_RUNNING = of(
            "sql.running",
            "busy",
            "Most SQL statements under way at once, as polled about once a second.",
            DependencyFigure.ofDatabases(Aspect.RUNNING_PEAK));
    public static final Metric SQL_CONNECTIONS = of(
            "sql.connections",
            "conns",
            "Most connections to the database at once, as polled about once a second.",
            DependencyFigure.ofDatabases(Aspect.CONNECTIONS_PEAK));
    public static final Metric REDIS_SERVED = of(
            "redis",
            "Redis",
            "Redis commands, those for the connections' own keeping left out.",
            new DependencyFigure("redis", Aspect.SERVED));
    public static final Metric REDIS_PER_REQUEST = of(
            "redis/request",
            "Redis/req",
            "Redis commands per ended request.",
            new DependencyFigure("redis", Aspect.SERVED_PER_REQUEST));
    public static final Metric REDIS_PER_JOURNEY = of(
            "redis/journey",
            "Redis/journey",
            "Redis commands per ended journey.",
            new DependencyFigure("redis", Aspect.SERVED_PER_JOURNEY));
    public static final Metric MONGODB_SERVED = of(
            "mongodb",
            "MongoDB",
            "MongoDB commands that read or write data, by the server's own counters.",
            new DependencyFigure("mongodb", Aspect.SERVED));
    public static final Metric MONGODB_PER_REQUEST = of(
            "mongodb/request",
            "MongoDB/req",
            "MongoDB commands per ended request; one that answers several requests at once is below 1.",
            new DependencyFigure("mongodb", Aspect.SERVED_PER_REQUEST));
    public static final Metric MONGODB_PER_JOURNEY = of(
            "mongodb/journey",
            "MongoDB/journey",
            "MongoDB commands per ended journey.",
            new DependencyFigure("mongodb", Aspect.SERVED_PER_JOURNEY));
    public static final Metric MONGODB_BATCH = of(
            "mongodb.batch",
            "batch",
            "Mean number of ended requests that shared one MongoDB command; none where each has one or more of its own.",
            new DependencyFigure("mongodb", Aspect.BATCH));
    public static final Metric UPSTREAM_SERVED = of(
            "upstream",
            "calls",
            "Calls that reached the upstream stub.",
            new DependencyFigure("upstream", Aspect.SERVED));
    public static final Metric UPSTREAM_PER_REQUEST = of(
            "upstream/request",
            "calls/req",
            "Calls to the upstream stub per ended request.",
            new DependencyFigure("upstream", Aspect.SERVED_PER_REQUEST));
    public static final Metric UPSTREAM_PER_JOURNEY = of(
            "upstream/journey",
            "calls/journey",
            "Calls to the upstream stub per ended journey.",
            new DependencyFigure("upstream", Aspect.SERVED_PER_JOURNEY));
    public static final Metric UPSTREAM_WAITING = of(
            "upstream.waiting",
            "open",
            "Most calls waiting in the upstream stub at once, as polled about once a second.",
            new DependencyFigure("upstream", Aspect.WAITING_PEAK));

    /** All of them, in the order of files and tables. */
    static final List<Metric> ALL = List.of(
            SQL_SERVED,
            SQL_PER_REQUEST,
            SQL_PER_JOURNEY,
            SQL_BATCH,
            SQL_RUNNING,
            SQL_CONNECTIONS,
            REDIS_SERVED,
            REDIS_PER_REQUEST,
            REDIS_PER_JOURNEY,
            MONGODB_SERVED,
            MONGODB_PER_REQUEST,
            MONGODB_PER_JOURNEY,
            MONGODB_BATCH,
            UPSTREAM_SERVED,
            UPSTREAM_PER_REQUEST,
            UPSTREAM_PER_JOURNEY,
            UPSTREAM_WAITING);

    private DependencyMetrics() {}

    private static Metric of(String key, String title, String reading, DependencyFigure figure) {
        var aspect = figure.aspect();
        return new Metric(
                key,
                title,
                aspect.unit(),
                aspect.better(),
                reading,
                MetricSource.ofDependency(figure),
                aspect.comparison());
    }
}
