package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.declared.DeclaredService;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.ServerPrograms;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.kind.ServerSupply;
import dev.ralbench.docker.ContainerOrphans;
import dev.ralbench.docker.DockerEngine;
import dev.ralbench.docker.DockerImage;
import dev.ralbench.docker.DockerStarter;
import dev.ralbench.docker.Images;
import dev.ralbench.process.Guard;
import dev.ralbench.process.InstalledNode;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStarter;
import dev.ralbench.process.Program;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.RunTag;
import dev.ralbench.process.SearchPath;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.service.TargetPreparation.Npm;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides whether everything of a run is started in containers or as processes, and says why.
 *
 * @param ofTargets programs that run built-in targets of the scenario
 */
record RuntimeChooser(
        Map<String, String> environment,
        Set<Program> ofTargets,
        ProcFs proc,
        RunDirectories directories,
        RunTag runTag,
        Guard guard,
        Clock clock,
        Consumer<String> notes) {
    RuntimeChooser {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        ofTargets = Set.copyOf(ofTargets);
    }

    private static final String DOCKER = "docker";
    private static final String PROCESS = "process";

    /**
     * The choice.
     *
     * @param facts of it that must be equal for results to be comparable
     */
    record Chosen(String name, ServiceStarter starter, Npm npm, ServerPrograms programs, Map<String, String> facts) {
        Chosen {
            facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        }
    }

    Chosen choose(RuntimeOptions.Mode mode, Scenario scenario, ServerSources sources) throws InterruptedException {
        if (mode == RuntimeOptions.Mode.PROCESS && !ownImages(scenario).isEmpty()) {
            throw Failure.usage(
                    "--runtime process: " + ownImages(scenario).iterator().next() + " is an image",
                    "images are started by a Docker engine",
                    "leave --runtime out, or use --runtime docker");
        }
        return switch (mode) {
            case PROCESS -> processes();
            case DOCKER -> {
                obstacle(scenario, sources).ifPresent(why -> {
                    throw Failure.usage(
                            "--runtime docker: cannot be used here, " + why,
                            "targets and dependencies must all run in containers, or all as processes",
                            "use --runtime process");
                });
                yield inContainers(scenario, sources);
            }
            case AUTO -> automatic(scenario, sources);
        };
    }

    private Chosen inContainers(Scenario scenario, ServerSources sources) throws InterruptedException {
        var engine = DockerEngine.find(environment);
        notes.accept("runtime: docker, engine " + engine.version());
        return containers(engine, scenario, sources);
    }

    private Chosen automatic(Scenario scenario, ServerSources sources) throws InterruptedException {
        if (!ownImages(scenario).isEmpty()) {
            obstacle(scenario, sources).ifPresent(why -> {
                throw Failure.usage(
                        ownImages(scenario).iterator().next() + " is an image, but " + why,
                        "targets and dependencies must all run in containers, or all as processes",
                        "build images of all that is compared, or give all of it as jars and commands");
            });
            return inContainers(scenario, sources);
        }
        if (scenario.needs().isEmpty()) {
            return processes(); // a container would add nothing but another scheduling group
        }
        try {
            var unfit = obstacle(scenario, sources).or(() -> installed(scenario, sources));
            if (unfit.isPresent()) {
                return processes(unfit.get());
            }
            var engine = DockerEngine.find(environment);
            var missing = images(engine).obstacle(programs(images(engine), scenario, sources));
            if (missing.isPresent()) {
                return processes(missing.get());
            }
            notes.accept("runtime: docker, engine " + engine.version() + " (--runtime process does without)");
            return containers(engine, scenario, sources);
        } catch (Failure failure) {
            return processes(failure.what() + (failure.why().isEmpty() ? "" : ": " + failure.why()));
        }
    }

    /** Why containers cannot be used, regardless of the engine. */
    private static Optional<String> obstacle(Scenario scenario, ServerSources sources) {
        if (scenario.variants().stream().anyMatch(variant -> variant.target() instanceof TargetChoice.Command)) {
            return Optional.of("a target by command is one");
        }
        var service = services(scenario).filter(own -> own.image().isEmpty()).findFirst();
        if (service.isPresent()) {
            return Optional.of("needs." + service.get().name() + " is a command");
        }
        var options =
                DependencyKinds.supplies().stream().map(ServerSupply::option).collect(Collectors.joining(", "));
        return sources.hasProgram() ? Optional.of(options + " name programs of this machine") : Optional.empty();
    }

    /** An installed program that has a stand-in: containers would not use it, and it is better than the stand-in. */
    private static Optional<String> installed(Scenario scenario, ServerSources sources) {
        return started(scenario, sources).stream()
                .flatMap(kind -> kind.supply().stream())
                .filter(supply -> supply.standIn().isPresent())
                .flatMap(supply -> supply.programs().stream())
                .filter(program -> SearchPath.ofThisProcess().find(program).isPresent())
                .findFirst()
                .map(program -> program + " is installed here");
    }

    private Chosen processes(String why) {
        notes.accept("runtime: process, because " + why);
        return processes();
    }

    private Chosen processes() {
        var programs = new HashMap<Program, Path>();
        programs.put(Program.JAVA, Path.of(System.getProperty("java.home", ""), "bin", "java"));
        var missing = new HashMap<Program, Failure>();
        var npm = "npm";
        if (ofTargets.contains(Program.NODE)) { // asking for its version takes a moment
            try {
                var node = InstalledNode.find(environment, SearchPath.ofThisProcess());
                programs.put(Program.NODE, node.executable());
                npm = node.npm(SearchPath.ofThisProcess()).map(Path::toString).orElse(npm);
            } catch (Failure failure) {
                missing.put(Program.NODE, failure);
            }
        }
        var starter = new ProcessStarter(programs, missing, directories, runTag, guard, clock);
        return new Chosen(
                PROCESS,
                starter,
                new Npm(starter, npm),
                new ServerPrograms.OnThisMachine(SearchPath.ofThisProcess()),
                Map.of());
    }

    private Chosen containers(DockerEngine engine, Scenario scenario, ServerSources sources)
            throws InterruptedException {
        var removed = new ContainerOrphans(engine, proc).remove();
        if (!removed.isEmpty()) {
            notes.accept("removed what an earlier run had left behind: container " + removed);
        }
        var programs = programs(images(engine), scenario, sources);
        var missing = withoutImage(engine, programs);
        programs.removeAll(missing.keySet());
        var provided = images(engine).provide(programs);
        var own = images(engine).own(ownImages(scenario));
        var facts = new LinkedHashMap<String, String>();
        facts.put("engine", engine.version());
        provided.forEach((program, image) -> facts.put("image." + program.name(), image.name() + " " + image.id()));
        var starter = new DockerStarter(engine, provided, own, missing, runTag, guard, clock);
        return new Chosen(DOCKER, starter, npm(starter), new ServerPrograms.InImages(names(provided)), facts);
    }

    /** The programs without an image, and how to get one. Only variants that can be skipped need these programs. */
    private Map<Program, Failure> withoutImage(DockerEngine engine, Set<Program> programs) {
        if (!programs.contains(Program.NODE)) {
            return Map.of();
        }
        return images(engine)
                .obstacle(Set.of(Program.NODE))
                .map(why -> Map.of(
                        Program.NODE,
                        Failure.environment(
                                "Node.js is missing",
                                why,
                                "pull the image, make one by .ci/build-images, or use --runtime process")))
                .orElse(Map.of());
    }

    /**
     * The npm of this machine if it has one, because that knows the user's registry and proxy; otherwise npm in a
     * container.
     */
    private Npm npm(ServiceStarter containers) {
        return SearchPath.ofThisProcess()
                .find("npm")
                .map(path -> new Npm(new ProcessStarter(Map.of(), directories, runTag, guard, clock), path.toString()))
                .orElseGet(() -> new Npm(containers, "npm"));
    }

    private Images images(DockerEngine engine) {
        return new Images(engine, environment, notes);
    }

    private static Map<Program, String> names(Map<Program, DockerImage> images) {
        var names = new HashMap<Program, String>();
        images.forEach((program, image) -> names.put(program, image.name()));
        return names;
    }

    private static Stream<DeclaredService> services(Scenario scenario) {
        return scenario.needs().all().stream()
                .filter(DeclaredService.class::isInstance)
                .map(DeclaredService.class::cast);
    }

    private static Set<String> ownImages(Scenario scenario) {
        var names = new TreeSet<String>();
        for (var variant : scenario.variants()) {
            if (variant.target() instanceof TargetChoice.Container image) {
                names.add(image.image());
            }
        }
        services(scenario).flatMap(service -> service.image().stream()).forEach(names::add);
        return names;
    }

    /** The programs to start. A stand-in runs on Java if the image of the original is not available. */
    private Set<Program> programs(Images images, Scenario scenario, ServerSources sources) {
        var programs = new LinkedHashSet<>(ofTargets);
        for (var kind : started(scenario, sources)) {
            boolean hasStandIn = kind.supply().flatMap(ServerSupply::standIn).isPresent();
            kind.program()
                    .map(program ->
                            hasStandIn && images.obstacle(List.of(program)).isPresent() ? Program.JAVA : program)
                    .ifPresent(programs::add);
        }
        return programs;
    }

    /** Kinds of dependencies that the scenario needs and that do not run already. */
    private static List<DependencyKind> started(Scenario scenario, ServerSources sources) {
        return DependencyKinds.of(scenario.needs()).stream()
                .filter(kind -> sources.of(kind.name()).url().isEmpty())
                .toList();
    }
}
