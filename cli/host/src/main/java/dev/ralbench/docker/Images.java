package dev.ralbench.docker;

import com.github.dockerjava.api.exception.NotFoundException;
import dev.ralbench.Failure;
import dev.ralbench.process.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The images that programs run in: finds them, and fetches missing ones once. */
public final class Images {
    private static final Duration LIMIT_OF_THE_REGISTRY = Duration.ofSeconds(4);
    private final DockerEngine engine;
    private final Map<String, String> environment;
    private final Consumer<String> notes;

    /**
     * @param environment variables of ralbench itself: {@code RALBENCH_IMAGE_JAVA} and so on name images
     * @param notes told when something is fetched, because that takes its time
     */
    public Images(DockerEngine engine, Map<String, String> environment, Consumer<String> notes) {
        this.engine = engine;
        this.environment = environment;
        this.notes = notes;
    }

    /** Why some are neither here nor available, if so; fetches nothing. */
    public Optional<String> obstacle(Collection<Program> programs) {
        for (var program : programs) {
            if (find(program).isEmpty()) {
                var name = candidates(program).getFirst();
                var reason = whyNotToBeHad(name);
                if (reason.isPresent()) {
                    return Optional.of("image " + name + " is not there, and cannot be fetched: " + reason.get());
                }
            }
        }
        return Optional.empty();
    }

    /**
     * All of them, after fetching those that are missing.
     *
     * @throws Failure if one is unavailable
     */
    public Map<Program, DockerImage> provide(Collection<Program> programs) throws InterruptedException {
        var images = new LinkedHashMap<Program, DockerImage>();
        for (var program : programs) {
            var found = find(program);
            var name = candidates(program).getFirst();
            images.put(program, found.isPresent() ? found.get() : fetch(name, remedy(program, name)));
        }
        return images;
    }

    /**
     * Images of one's own by name, after fetching those that are missing.
     *
     * @throws Failure if one is unavailable
     */
    public Map<String, DockerImage> own(Collection<String> names) throws InterruptedException {
        var images = new TreeMap<String, DockerImage>();
        for (var name : names) {
            var found = inspect(name);
            var remedy = "build it (docker images lists existing ones), or see what docker pull " + name + " says";
            images.put(name, found.isPresent() ? found.get() : fetch(name, remedy));
        }
        return images;
    }

    /**
     * The image that a variable names, else those that the program itself knows. The first of these that exists is used;
     * if none does, the first is fetched.
     */
    private List<String> candidates(Program program) {
        var named = environment.getOrDefault(variable(program), "");
        return named.isBlank() ? program.images() : List.of(named);
    }

    private static String variable(Program program) {
        return "RALBENCH_IMAGE_" + program.name().toUpperCase(Locale.ROOT);
    }

    private Optional<DockerImage> find(Program program) {
        return candidates(program).stream()
                .flatMap(name -> inspect(name).stream())
                .findFirst();
    }

    private Optional<DockerImage> inspect(String name) {
        try {
            var found = engine.client().inspectImageCmd(name).exec();
            var id = Objects.requireNonNullElse(found.getId(), name);
            var digests = Objects.requireNonNullElse(found.getRepoDigests(), List.<String>of());
            return Optional.of(
                    new DockerImage(name, id, digests.stream().sorted().findFirst()));
        } catch (NotFoundException e) {
            return Optional.empty();
        } catch (RuntimeException e) {
            throw EngineFailure.of("image " + name + " cannot be looked at", e);
        }
    }

    private DockerImage fetch(String name, String remedy) throws InterruptedException {
        notes.accept("pulling " + name + " ...");
        try {
            Pull.start(engine.client(), name).await();
        } catch (RuntimeException e) {
            throw missing(name, EngineFailure.reason(e), remedy).causedBy(e);
        }
        return inspect(name).orElseThrow(() -> missing(name, "the engine fetched it, but does not have it", remedy));
    }

    /** Asks the registry by way of the engine, which has its own proxies and mirrors. */
    private Optional<String> whyNotToBeHad(String name) {
        try {
            var response = engine.socket().get("/distribution/" + name + "/json", LIMIT_OF_THE_REGISTRY);
            return response.status() == 200
                    ? Optional.empty()
                    : EngineFailure.message(response.body()).or(() -> Optional.of("status " + response.status()));
        } catch (TimeoutException e) {
            return Optional.of("no registry answers");
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static Failure missing(String name, String why, String remedy) {
        return Failure.environment("image " + name + " is not there and could not be pulled", why, remedy);
    }

    private static String remedy(Program program, String name) {
        return "see what docker pull " + name + " says, make local images with .ci/build-images, name another one by "
                + variable(program) + ", or use --runtime process";
    }
}
