package dev.ralbench.dependency.kind;

import dev.ralbench.Failure;
import dev.ralbench.process.SearchPath;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Decides where a server comes from: what the user says, else what came with ralbench, else what is installed. */
public record ServerFinder(ServerPrograms programs, EmbeddedServers embedded) {
    private static final List<String> MYSQL_NAMES = List.of("mysqld", "mariadbd");
    private static final List<String> REDIS_NAMES = List.of("redis-server", "valkey-server");

    public ServerPlace mysql(ServerSources sources) throws InterruptedException {
        if (sources.mysqlUrl().isPresent()) {
            refuseBoth("mysql", sources.mysqlUrl(), sources.mysqlProgram());
            return new ServerPlace.External(ServerUrl.mysql(sources.mysqlUrl().get()));
        }
        return switch (programs) {
            case ServerPrograms.InImages images -> inImage("mysql", images.mysql(), sources.mysqlProgram());
            case ServerPrograms.OnThisMachine machine -> {
                if (sources.mysqlProgram().isPresent()) {
                    yield named("mysql", sources.mysqlProgram().get(), machine.path());
                }
                var unpacked = embedded.mariaDb();
                yield unpacked.isPresent()
                        ? new ServerPlace.Embedded(unpacked.get())
                        : installed("mysql", MYSQL_NAMES, machine.path());
            }
        };
    }

    public ServerPlace redis(ServerSources sources) throws InterruptedException {
        if (sources.redisUrl().isPresent()) {
            refuseBoth("redis", sources.redisUrl(), sources.redisProgram());
            return new ServerPlace.External(ServerUrl.redis(sources.redisUrl().get()));
        }
        return switch (programs) {
            case ServerPrograms.InImages images -> inImage("redis", images.redis(), sources.redisProgram());
            case ServerPrograms.OnThisMachine machine -> {
                if (sources.redisProgram().isPresent()) {
                    yield named("redis", sources.redisProgram().get(), machine.path());
                }
                var unpacked = embedded.redis();
                yield unpacked.isPresent()
                        ? new ServerPlace.Embedded(unpacked.get())
                        : installed("redis", REDIS_NAMES, machine.path());
            }
        };
    }

    private static void refuseBoth(String option, Optional<URI> url, Optional<String> program) {
        if (url.isPresent() && program.isPresent()) {
            throw Failure.usage(
                    "--" + option + " and --" + option + "-url exclude each other",
                    "one starts a server, the other uses one that runs",
                    "leave one of them out");
        }
    }

    private static ServerPlace inImage(String option, ServerPrograms.Image image, Optional<String> program) {
        if (program.isPresent()) {
            throw Failure.usage(
                    "--" + option + " " + program.get() + " cannot be used in a container",
                    "it names a program of this machine, and servers run in the image " + image.name(),
                    "leave it out, or run everything as processes");
        }
        return new ServerPlace.InImage(image);
    }

    private static ServerPlace named(String option, String program, SearchPath path) {
        var found = program.contains("/")
                ? Optional.of(Path.of(program).toAbsolutePath().normalize())
                        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                : path.find(program);
        return found.map(ServerPlace.AtPath::new)
                .orElseThrow(() -> Failure.usage(
                        "--" + option + " " + program + " is not a program that can be started",
                        program.contains("/")
                                ? "there is no such file, or it may not be executed"
                                : "no folder of PATH has it",
                        "name the server's program, by its path or by its name on the PATH"));
    }

    private static ServerPlace installed(String option, List<String> names, SearchPath path) {
        return names.stream()
                .flatMap(name -> path.find(name).stream())
                .findFirst()
                .map(ServerPlace.AtPath::new)
                .orElseThrow(() -> Failure.environment(
                        "there is no " + option + " server",
                        "none came with ralbench for this kind of machine, and no folder of PATH has "
                                + String.join(" or ", names),
                        "install one, or name its program by --" + option + ", or one that runs by --" + option
                                + "-url"));
    }
}
