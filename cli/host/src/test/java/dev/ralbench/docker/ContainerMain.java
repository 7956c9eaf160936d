package dev.ralbench.docker;

import dev.ralbench.process.Program;
import java.nio.file.Path;

/** Starts a container as a run does, tells its process id, and waits to be killed; the argument is a directory for its log. */
final class ContainerMain {
    private ContainerMain() {}

    public static void main(String[] args) throws Exception {
        var containers = Containers.of(DockerEngine.find(System.getenv()));
        var service = containers
                .starter()
                .start(Containers.spec(Program.JAVA, Path.of(args[0]), "killed", "sh", "-c", "sleep 300; exit 1"));
        System.out.println("ready " + containers.runTag().owner() + " " + service.pid());
        Thread.currentThread().join();
    }
}
