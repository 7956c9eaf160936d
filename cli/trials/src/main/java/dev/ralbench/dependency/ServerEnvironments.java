package dev.ralbench.dependency;

import dev.ralbench.Clock;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.dependency.kind.Dependency;
import dev.ralbench.dependency.kind.EmbeddedServers;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.ServerFinder;
import dev.ralbench.dependency.kind.ServerPlace;
import dev.ralbench.dependency.kind.ServerPrograms;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.mysql.ExternalMySql;
import dev.ralbench.dependency.mysql.MySqlServers;
import dev.ralbench.dependency.redis.ExternalRedis;
import dev.ralbench.dependency.redis.RedisServers;
import dev.ralbench.process.RunFolders;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.UserCache;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Servers as a {@link ServiceStarter} starts them, and those that run already. */
public final class ServerEnvironments implements Environments {
    private final ServiceStarter starter;
    private final CacheParts cacheParts;
    private final ServerFinder finder;
    private final MySqlServers mysql;
    private final RedisServers redis;
    private final ExternalMySql externalMySql;
    private final ExternalRedis externalRedis;

    /**
     * @param programs where the starter finds the servers' programs
     * @param cache for unpacked servers and loaded data
     * @param runFolders for what servers write
     * @param notes take what goes on while a user waits
     */
    public ServerEnvironments(
            ServiceStarter starter,
            ServerPrograms programs,
            UserCache cache,
            RunFolders runFolders,
            Clock clock,
            Consumer<String> notes) {
        this.starter = starter;
        this.cacheParts = new CacheParts(cache, runFolders, notes);
        this.finder = new ServerFinder(programs, EmbeddedServers.forThisMachine(cacheParts, notes));
        this.mysql = new MySqlServers(starter, cache, cacheParts, runFolders, clock, notes);
        this.redis = new RedisServers(starter, runFolders, clock);
        this.externalMySql = new ExternalMySql(clock, notes);
        this.externalRedis = new ExternalRedis(clock);
    }

    @Override
    public PreparedEnvironment prepare(List<Dependency> needs, ServerSources sources) throws InterruptedException {
        return RepairedEnvironment.of(() -> prepareOnce(needs, sources), this::dropDamaged);
    }

    /** What fails because ralbench is being stopped is not for want of a cache. */
    private boolean dropDamaged() throws InterruptedException {
        return !starter.isClosed() && (cacheParts.dropDamaged() || mysql.dropUnusable());
    }

    private PreparedEnvironment prepareOnce(List<Dependency> needs, ServerSources sources) throws InterruptedException {
        var servers = new ArrayList<PreparedServer>();
        for (var need : needs) {
            servers.add(
                    switch (need) {
                        case Dependency.MySql database -> prepare(database, finder.mysql(sources));
                        case Dependency.Redis keys -> prepare(keys, finder.redis(sources));
                    });
        }
        return new PreparedServers(servers);
    }

    private PreparedServer prepare(Dependency.MySql need, ServerPlace place) throws InterruptedException {
        return switch (place) {
            case ServerPlace.External there -> externalMySql.prepare(need, there.url());
            case ServerPlace.Startable program -> mysql.prepare(need, program);
        };
    }

    private PreparedServer prepare(Dependency.Redis need, ServerPlace place) throws InterruptedException {
        return switch (place) {
            case ServerPlace.External there -> externalRedis.prepare(need, there.url());
            case ServerPlace.Startable program -> redis.prepare(need, program);
        };
    }
}
