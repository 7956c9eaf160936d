package dev.ralbench.dependency.redis;

import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredRedis;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.PreparedExternalServer;
import dev.ralbench.dependency.kind.PreparedFreshServer;
import dev.ralbench.dependency.kind.PreparedFreshServer.Beginning;
import dev.ralbench.dependency.kind.PreparedFreshServer.Begun;
import dev.ralbench.dependency.kind.PreparedFreshServer.Usable;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.kind.ServerOrigin;
import dev.ralbench.dependency.kind.ServerPassword;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.ServiceSpec;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Redis servers that ralbench starts. They keep everything in memory, and their keys are set after each start. */
final class RedisServers implements DependencyPreparer {
    /** Redis' own number of them. */
    private static final int DATABASES = 16;

    private final DependencyContext context;

    RedisServers(DependencyContext context) {
        this.context = context;
    }

    @Override
    public PreparedServer prepare(DeclaredDependencies needs, ServerSources.Source source) throws InterruptedException {
        var need = needs.find(DeclaredRedis.class).orElseThrow();
        return switch (context.finder().find(RedisKind.SERVER, source)) {
            case ServerOrigin.External there -> external(need, there.url());
            case ServerOrigin.Startable place -> startable(need, place);
        };
    }

    private PreparedServer startable(DeclaredRedis need, ServerOrigin.Startable place) throws InterruptedException {
        var product = context.servers().product(RedisKind.SERVER, place);
        var start = new Start(place, product, new RedisKeys(need.database(), need.keys()));
        return new PreparedFreshServer(RedisKind.NAME, product, place.words(), start, context);
    }

    /** Prepares a server that runs already. Adds the keys if none of them are there, and otherwise checks them. */
    private PreparedServer external(DeclaredRedis need, ServerUrl url) throws InterruptedException {
        try (var access = RedisAccess.open(url, need.database())) {
            var product = RedisKind.ofServer(InfoText.parse(access.commands().info("server")));
            new RedisKeys(need.database(), need.keys()).ensure(access.commands(), url.address());
            return PreparedExternalServer.watched(
                    RedisKind.NAME,
                    product,
                    url,
                    url.placeholders(String.valueOf(need.database())),
                    () -> new RedisCounter(url),
                    context.clock());
        } catch (RedisException e) {
            throw RedisAccess.cannotReach(url, e);
        }
    }

    private record RedisRecipe(
            ServerOrigin.Startable place,
            Product product,
            Path directory,
            LogFile log,
            int database,
            ServerPassword password)
            implements ServerLauncher.Recipe {
        /** Everybody on the machine can read command lines, but not this. */
        void writeSettings() throws IOException {
            Files.writeString(settings(), "requirepass " + password.text() + "\n");
        }

        private Path settings() {
            return directory.resolve("redis.conf");
        }

        @Override
        public ServiceSpec spec(int port) {
            var arguments = List.of(
                    place.command(),
                    settings().toString(),
                    "--port",
                    String.valueOf(port),
                    "--bind",
                    "127.0.0.1",
                    "--dir",
                    directory.toString(),
                    "--pidfile",
                    pidFile().toString(),
                    "--databases",
                    String.valueOf(Math.max(DATABASES, database + 1)),
                    // Nothing is written: a snapshot in the middle of a trial would be measured with it.
                    "--save",
                    "",
                    "--appendonly",
                    "no",
                    // A title is written over the environment, and our mark in it.
                    "--set-proc-title",
                    "no");
            return new ServiceSpec(
                    product.toString(),
                    RedisKind.SERVER.program(),
                    arguments,
                    Map.of(),
                    List.of(ServiceSpec.Directory.writable(directory)),
                    log);
        }

        @Override
        public ReadyCheck check(int port) {
            return new RedisReady(port, password, pidFile());
        }

        private Path pidFile() {
            return directory.resolve("redis.pid");
        }
    }

    private record Start(ServerOrigin.Startable place, Product product, RedisKeys keys) implements Beginning {
        @Override
        public Begun in(Path root, LogFile log) throws IOException {
            var password = ServerPassword.random();
            var recipe = new RedisRecipe(place, product, root, log, keys.database(), password);
            recipe.writeSettings();
            return new Begun(recipe, launched -> {
                var url = ServerUrl.own(RedisKind.NAME, launched.port(), "", password);
                setKeys(url);
                return new Usable(url.placeholders(String.valueOf(keys.database())), new RedisCounter(url));
            });
        }

        /**
         * Twice if need be: the server has just said that it is ready, and still a connection to it was once seen to
         * break right after it was opened.
         */
        private void setKeys(ServerUrl url) {
            try {
                setKeysOnce(url);
            } catch (RedisException broken) {
                try {
                    setKeysOnce(url);
                } catch (RedisException e) {
                    e.addSuppressed(broken);
                    throw RedisAccess.cannotReach(url, e);
                }
            }
        }

        private void setKeysOnce(ServerUrl url) {
            try (var access = RedisAccess.open(url, keys.database())) {
                keys.set(access.commands());
            }
        }
    }
}
