package dev.ralbench.docker;

import dev.ralbench.Clock;
import dev.ralbench.process.Guard;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Owner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.Program;
import dev.ralbench.process.RunTag;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.testing.TestPrograms;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What starts containers in tests, and the services they start. */
record Containers(DockerEngine engine, RunTag runTag, Guard guard, DockerStarter starter) implements AutoCloseable {
    static Containers of(DockerEngine engine) throws InterruptedException {
        return of(engine, new RunTag(Owner.self(ProcFs.ofThisMachine())));
    }

    static Containers of(DockerEngine engine, RunTag runTag) throws InterruptedException {
        var images = new Images(engine, System.getenv(), note -> {}).provide(TestPrograms.ALL);
        var guard = new Guard(runTag, ProcFs.ofThisMachine());
        return new Containers(engine, runTag, guard, new DockerStarter(engine, images, runTag, guard, Clock.system()));
    }

    static ServiceSpec spec(Program program, Path directory, String log, String... arguments) {
        return new ServiceSpec(
                "test " + log,
                program,
                List.of(arguments),
                Map.of("MINE", "yes", "SOME_PASSWORD", "secret"),
                List.of(ServiceSpec.Directory.writable(directory)),
                new LogFile(directory.resolve(log + ".log")));
    }

    boolean exists(String name) {
        return engine.client().listContainersCmd().withShowAll(true).withNameFilter(List.of(name)).exec().stream()
                .findAny()
                .isPresent();
    }

    /** How much the engine keeps of the output of the one container that runs. */
    Map<String, String> logLimits() {
        var name = "ralbench-" + runTag.owner();
        var running = engine.client()
                .listContainersCmd()
                .withNameFilter(List.of(name))
                .exec();
        var host = engine.client()
                .inspectContainerCmd(running.getFirst().getId())
                .exec()
                .getHostConfig();
        return Objects.requireNonNull(host.getLogConfig()).getConfig();
    }

    @Override
    public void close() {
        starter.close();
        guard.close();
    }
}
