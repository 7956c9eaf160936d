package dev.ralbench.dependency.redis;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.CountsPoller;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.Idle;
import dev.ralbench.dependency.kind.PreparedExternalServer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServerFinder;
import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.kind.ServerPassword;
import dev.ralbench.dependency.kind.ServerPlace;
import dev.ralbench.dependency.kind.ServerSource;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.kind.StartedServer;
import dev.ralbench.dependency.kind.VersionQuestion;
import dev.ralbench.need.Needs;
import dev.ralbench.need.RedisNeed;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.Rollback;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.ServiceSpec;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Redis servers that ralbench starts. They keep everything in memory, and their keys are set after each start. */
final class RedisServers implements DependencyPreparer {
    /** Redis' own number of them. */
    private static final int DATABASES = 16;

    private final VersionQuestion version;
    private final ServerLauncher launcher;
    private final ServerFinder finder;
    private final RunDirectories runDirectories;
    private final Clock clock;

    RedisServers(DependencyContext context) {
        this.version = VersionQuestion.of(context);
        this.launcher = new ServerLauncher(context.starter(), context.clock());
        this.finder = context.finder();
        this.runDirectories = context.runDirectories();
        this.clock = context.clock();
    }

    @Override
    public PreparedServer prepare(Needs needs, ServerSource source) throws InterruptedException {
        var need = needs.find(RedisNeed.class).orElseThrow();
        return switch (finder.find(RedisKind.SUPPLY, source)) {
            case ServerPlace.External there -> external(need, there.url());
            case ServerPlace.Startable place ->
                new Prepared(
                        place,
                        version.ask(RedisKind.SUPPLY, place, RedisProduct::ofProgram),
                        new RedisKeys(need.database(), need.keys()));
        };
    }

    /** Of one that runs already: keys are added if none of the scenario's are there, and otherwise only checked. */
    private PreparedServer external(RedisNeed need, ServerUrl url) throws InterruptedException {
        try (var access = RedisAccess.open(url, need.database())) {
            var product = RedisProduct.ofServer(InfoText.parse(access.commands().info("server")));
            new RedisKeys(need.database(), need.keys()).ensure(access.commands(), url.address());
            return PreparedExternalServer.watched(
                    RedisKind.NAME,
                    product,
                    url,
                    RedisKind.words(url, need.database()),
                    () -> new RedisCounter(url),
                    clock);
        } catch (RedisException e) {
            throw RedisAccess.cannotReach(url, e);
        }
    }

    private record RedisRecipe(
            ServerPlace.Startable place,
            Product product,
            Path directory,
            LogFile log,
            int database,
            ServerPassword password)
            implements ServerLauncher.Recipe {
        /** Everybody on the machine can read command lines, but not this. */
        void writeSettings() {
            try {
                Files.writeString(settings(), "requirepass " + password.text() + "\n");
            } catch (IOException e) {
                throw Failure.environment(
                                "the settings of " + product + " cannot be written",
                                String.valueOf(e),
                                "make room in " + directory)
                        .causedBy(e);
            }
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
                    RedisKind.PROGRAM,
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

    private final class Prepared implements PreparedServer {
        private final ServerPlace.Startable place;
        private final Product product;
        private final RedisKeys keys;

        Prepared(ServerPlace.Startable place, Product product, RedisKeys keys) {
            this.place = place;
            this.product = product;
            this.keys = keys;
        }

        @Override
        public String name() {
            return RedisKind.NAME;
        }

        @Override
        public Optional<String> software() {
            return Optional.of(product + ", " + place.words());
        }

        @Override
        public RunningServer start(Path logDirectory, String prefix, Map<String, String> words)
                throws InterruptedException {
            var directory = runDirectories.make(RedisKind.NAME);
            try (var undo = new Rollback()) {
                undo.later(() -> StartedServer.delete(directory));
                var log = new LogFile(logDirectory.resolve(prefix + "-redis.log"));
                var password = ServerPassword.random();
                var recipe = new RedisRecipe(place, product, directory, log, keys.database(), password);
                recipe.writeSettings();
                var launched = launcher.launch(recipe);
                undo.later(launched.service()::close);
                var url = ServerUrl.own(RedisKind.NAME, launched.port(), "", password);
                setKeys(url);
                var questions = CountsPoller.begin(RedisKind.NAME, new RedisCounter(url), Idle.NOTHING, clock);
                var server = new StartedServer(
                        RedisKind.NAME,
                        product.toString(),
                        place.words(),
                        RedisKind.words(url, keys.database()),
                        launched,
                        questions,
                        directory);
                undo.forget();
                return server;
            }
        }

        private void setKeys(ServerUrl url) {
            try (var access = RedisAccess.open(url, keys.database())) {
                keys.set(access.commands());
            } catch (RedisException e) {
                throw RedisAccess.cannotReach(url, e);
            }
        }
    }
}
