package dev.ralbench.docker;

import com.github.dockerjava.api.command.BuildImageResultCallback;
import dev.ralbench.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Images that tests make, of the one that JVMs run in. */
public final class TestImages {
    private TestImages() {}

    /**
     * Makes an image that starts a jar.
     *
     * @param directory with the jar; a file is added
     * @return its id
     */
    public static String ofJar(String name, Path directory, String jar) throws IOException, InterruptedException {
        var engine = DockerEngine.find(System.getenv());
        var java = new Images(engine, System.getenv(), note -> {})
                .provide(List.of(Program.JAVA))
                .values()
                .iterator()
                .next();
        var recipe = Files.writeString(directory.resolve("Dockerfile"), """
                FROM %s
                WORKDIR /shop
                COPY %s shop.jar
                ENV HEAP=-Xmx64m
                ENTRYPOINT ["/bin/sh", "-c", "exec java $HEAP -jar shop.jar $PORT $0"]
                """.formatted(java.name(), jar));
        return engine.client()
                .buildImageCmd(recipe.toFile())
                .withTags(Set.of(name))
                .exec(new BuildImageResultCallback())
                .awaitImageId();
    }

    public static void remove(String name) {
        DockerEngine.find(System.getenv())
                .client()
                .removeImageCmd(name)
                .withForce(true)
                .exec();
    }
}
