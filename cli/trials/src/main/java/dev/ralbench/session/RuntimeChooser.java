package dev.ralbench.session;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.declared.DeclaredDependency;
import dev.ralbench.dependency.declared.DeclaredRuntime.Mode;
import dev.ralbench.dependency.declared.DeclaredService;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.ServerFinder;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.dependency.kind.ServerSources;
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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides whether targets, and each of their dependencies, are started in containers or as processes, and says why.
 *
 * @param all kinds of dependencies that can be had
 * @param ofTargets programs that run built-in targets of the scenario
 */
record RuntimeChooser(
        DependencyKinds all,
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
    private static final String ALIKE = "what is compared must all run in containers, or all as processes";

    /**
     * One way to start things.
     *
     * @param facts of it that must be equal for results to be comparable
     */
    record Means(
            String name, ServiceStarter starter, Npm npm, ServerFinder.Programs programs, Map<String, String> facts) {
        Means {
            facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        }
    }

    /**
     * The choice.
     *
     * @param targets the means for targets, and for all dependencies but the others
     * @param ofOthers the other means, if any dependency is started by them
     * @param others names of the dependencies that are started otherwise than the targets
     */
    record Chosen(Means targets, Optional<Means> ofOthers, Set<String> others) {
        Chosen {
            others = Set.copyOf(others);
        }

        Map<String, String> facts() {
            var facts = new LinkedHashMap<>(targets.facts());
            ofOthers.ifPresent(means -> facts.putAll(means.facts()));
            return facts;
        }

        /** All means that are in use. */
        List<Means> means() {
            return Stream.concat(Stream.of(targets), ofOthers.stream()).toList();
        }
    }

    Chosen choose(RuntimeMode mode, Scenario scenario, ServerSources sources) throws InterruptedException {
        return switch (mode) {
            case PROCESS -> {
                targetImages(scenario).stream().findFirst().ifPresent(image -> {
                    throw Failure.usage(
                            "--runtime process: " + image + " is an image",
                            "images are started by a Docker engine",
                            "leave --runtime out, or use --runtime docker");
                });
                yield asProcesses(scenario, sources);
            }
            case DOCKER -> {
                if (hasCommand(scenario)) {
                    throw Failure.usage(
                            "--runtime docker: cannot be used here, a target by command is one",
                            ALIKE,
                            "use --runtime process");
                }
                var engine = DockerEngine.find(environment);
                notes.accept("runtime: docker, engine " + engine.version());
                yield inContainers(engine, others(Mode.CONTAINER, scenario, sources), scenario, sources);
            }
            case AUTO -> automatic(scenario, sources);
        };
    }

    /** The choice for a run that starts nothing on this machine. */
    Chosen nothing() {
        return new Chosen(processes(Set.of()), Optional.empty(), Set.of());
    }

    private Chosen automatic(Scenario scenario, ServerSources sources) throws InterruptedException {
        var image = targetImages(scenario).stream().findFirst();
        if (image.isPresent()) {
            if (hasCommand(scenario)) {
                throw Failure.usage(
                        image.get() + " is an image, but a target by command is one",
                        ALIKE,
                        "build images of all that is compared, or give all of it as jars and commands");
            }
            return aroundImages(scenario, sources);
        }
        if (scenario.needs().isEmpty()) {
            return asProcesses(scenario, sources); // a container would add nothing but another scheduling group
        }
        var unfit = obstacle(scenario, sources).or(() -> installed(scenario, sources));
        if (unfit.isPresent()) {
            return asProcesses(unfit.get(), scenario, sources);
        }
        var usual = all.of(scenario.needs()).stream()
                .filter(kind -> need(kind, scenario).runtime().image().isEmpty())
                .map(DependencyKind::name)
                .collect(Collectors.toSet());
        try {
            var engine = DockerEngine.find(environment);
            var others = others(Mode.CONTAINER, scenario, sources);
            var ofUsualImages = started(scenario, sources, others).stream()
                    .filter(kind -> usual.contains(kind.name()))
                    .toList();
            var missing = images(engine).obstacle(programs(images(engine), ofUsualImages, scenario));
            if (missing.isPresent()) {
                return asProcesses(missing.get(), scenario, sources);
            }
            notes.accept("runtime: docker, engine " + engine.version() + " (--runtime process does without)");
            return inContainers(engine, others, scenario, sources);
        } catch (Failure failure) {
            if (usual.size() < scenario.needs().all().size()) {
                throw failure; // an image that the scenario names is not to be had as a process
            }
            return asProcesses(
                    failure.what() + (failure.why().isEmpty() ? "" : ": " + failure.why()), scenario, sources);
        }
    }

    /** Targets are images; dependencies that the engine has no image of are processes. */
    private Chosen aroundImages(Scenario scenario, ServerSources sources) throws InterruptedException {
        var engine = DockerEngine.find(environment);
        notes.accept("runtime: docker, engine " + engine.version());
        var others = new TreeSet<>(others(Mode.CONTAINER, scenario, sources));
        for (var kind : started(scenario, sources, others)) {
            if (runtime(kind, scenario, sources).isEmpty()) {
                images(engine)
                        .obstacle(programs(images(engine), List.of(kind), scenario))
                        .ifPresent(why -> {
                            notes.accept(kind.name() + ": as a process, because " + why);
                            others.add(kind.name());
                        });
            }
        }
        return inContainers(engine, others, scenario, sources);
    }

    /** Why targets are better not started in containers, regardless of the engine. */
    private Optional<String> obstacle(Scenario scenario, ServerSources sources) {
        if (hasCommand(scenario)) {
            return Optional.of("a target by command is one");
        }
        var service = services(scenario).filter(own -> own.image().isEmpty()).findFirst();
        if (service.isPresent()) {
            return Optional.of("needs." + service.get().name() + " is a command");
        }
        var options = all.servers().stream().map(ServerKind::option).collect(Collectors.joining(", "));
        return sources.hasProgram() ? Optional.of(options + " name programs of this machine") : Optional.empty();
    }

    private static boolean hasCommand(Scenario scenario) {
        return scenario.variants().stream().anyMatch(variant -> variant.target() instanceof TargetChoice.Command);
    }

    /** An installed program that has a stand-in: containers would not use it, and it is better than the stand-in. */
    private Optional<String> installed(Scenario scenario, ServerSources sources) {
        return started(scenario, sources, Set.of()).stream()
                .filter(kind -> runtime(kind, scenario, sources).isEmpty())
                .flatMap(kind -> kind.server().stream())
                .filter(supply -> supply.standIn().isPresent())
                .flatMap(supply -> supply.programs().stream())
                .filter(program -> SearchPath.ofThisProcess().find(program).isPresent())
                .findFirst()
                .map(program -> program + " is installed here");
    }

    private Chosen asProcesses(String why, Scenario scenario, ServerSources sources) throws InterruptedException {
        notes.accept("runtime: process, because " + why);
        return asProcesses(scenario, sources);
    }

    /** Targets as processes. */
    private Chosen asProcesses(Scenario scenario, ServerSources sources) throws InterruptedException {
        var others = others(Mode.PROCESS, scenario, sources);
        if (others.isEmpty()) {
            return new Chosen(processes(ofTargets), Optional.empty(), others);
        }
        var engine = DockerEngine.find(environment);
        notes.accept("in containers of engine " + engine.version() + ": " + String.join(", ", others));
        var kinds = all.of(scenario.needs()).stream()
                .filter(kind -> others.contains(kind.name()))
                .toList();
        var containers = containers(engine, programs(images(engine), kinds, scenario), kinds, Set.of(), scenario);
        return new Chosen(processes(ofTargets), Optional.of(containers), others);
    }

    /** Targets in containers. */
    private Chosen inContainers(DockerEngine engine, Set<String> others, Scenario scenario, ServerSources sources)
            throws InterruptedException {
        var kinds = started(scenario, sources, others);
        var programs = new LinkedHashSet<>(ofTargets);
        programs.addAll(programs(images(engine), kinds, scenario));
        var containers = containers(engine, programs, kinds, targetImages(scenario), scenario);
        if (others.isEmpty()) {
            return new Chosen(containers, Optional.empty(), others);
        }
        notes.accept("as processes: " + String.join(", ", new TreeSet<>(others)));
        return new Chosen(containers, Optional.of(processes(Set.of())), others);
    }

    private Means processes(Set<Program> wanted) {
        var programs = new HashMap<Program, Path>();
        programs.put(Program.JAVA, Path.of(System.getProperty("java.home", ""), "bin", "java"));
        var missing = new HashMap<Program, Failure>();
        var npm = "npm";
        if (wanted.contains(Program.NODE)) { // asking for its version takes a moment
            try {
                var node = InstalledNode.find(environment, SearchPath.ofThisProcess());
                programs.put(Program.NODE, node.executable());
                npm = node.npm(SearchPath.ofThisProcess()).map(Path::toString).orElse(npm);
            } catch (Failure failure) {
                missing.put(Program.NODE, failure);
            }
        }
        var starter = new ProcessStarter(programs, missing, directories, runTag, guard, clock);
        return new Means(
                PROCESS,
                starter,
                new Npm(starter, npm),
                new ServerFinder.OnThisMachine(SearchPath.ofThisProcess()),
                Map.of());
    }

    private Means containers(
            DockerEngine engine,
            Set<Program> programs,
            List<DependencyKind> kinds,
            Set<String> ofTargetsOwn,
            Scenario scenario)
            throws InterruptedException {
        var removed = new ContainerOrphans(engine, proc).remove();
        if (!removed.isEmpty()) {
            notes.accept("removed what an earlier run had left behind: container " + removed);
        }
        var missing = withoutImage(engine, programs);
        var named = named(kinds, scenario);
        var usual = new LinkedHashSet<>(programs);
        usual.removeAll(missing.keySet());
        usual.removeAll(named.keySet());
        var provided = images(engine).provide(usual);
        var ownNames = new TreeSet<>(ofTargetsOwn);
        kinds.forEach(kind -> need(kind, scenario).runtime().image().ifPresent(ownNames::add));
        var own = images(engine).own(ownNames);
        var images = new LinkedHashMap<>(provided);
        named.forEach((program, image) -> images.put(program, Objects.requireNonNull(own.get(image), image)));
        var facts = new LinkedHashMap<String, String>();
        facts.put("engine", engine.version());
        images.forEach((program, image) -> facts.put("image." + program.name(), image.name() + " " + image.id()));
        var starter = new DockerStarter(engine, images, own, missing, runTag, guard, clock);
        return new Means(DOCKER, starter, npm(starter), new ServerFinder.InImages(names(images)), facts);
    }

    /** The images that the scenario names for servers of the known kinds. */
    private static Map<Program, String> named(List<DependencyKind> kinds, Scenario scenario) {
        var named = new LinkedHashMap<Program, String>();
        for (var kind : kinds) {
            kind.program()
                    .ifPresent(program ->
                            need(kind, scenario).runtime().image().ifPresent(image -> named.put(program, image)));
        }
        return named;
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

    private static Set<String> targetImages(Scenario scenario) {
        var names = new TreeSet<String>();
        for (var variant : scenario.variants()) {
            if (variant.target() instanceof TargetChoice.Container image) {
                names.add(image.image());
            }
        }
        return names;
    }

    /**
     * The programs of dependencies. A stand-in runs on Java if the image of the original is not available, and the scenario
     * names none.
     */
    private static Set<Program> programs(Images images, List<DependencyKind> kinds, Scenario scenario) {
        var programs = new LinkedHashSet<Program>();
        for (var kind : kinds) {
            boolean hasStandIn = kind.server().flatMap(ServerKind::standIn).isPresent()
                    && need(kind, scenario).runtime().image().isEmpty();
            kind.program()
                    .map(program ->
                            hasStandIn && images.obstacle(List.of(program)).isPresent() ? Program.JAVA : program)
                    .ifPresent(programs::add);
            if (need(kind, scenario).needsJava()) {
                programs.add(Program.JAVA);
            }
        }
        return programs;
    }

    /** Kinds of dependencies that the scenario needs and that do not run already, without some. */
    private List<DependencyKind> started(Scenario scenario, ServerSources sources, Set<String> without) {
        return all.of(scenario.needs()).stream()
                .filter(kind -> sources.of(kind.name()).url().isEmpty())
                .filter(kind -> !without.contains(kind.name()))
                .toList();
    }

    /** The names of dependencies that are to be started otherwise than the targets. */
    private Set<String> others(Mode targets, Scenario scenario, ServerSources sources) {
        return started(scenario, sources, Set.of()).stream()
                .filter(kind -> runtime(kind, scenario, sources)
                        .filter(mode -> mode != targets)
                        .isPresent())
                .map(DependencyKind::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The mode that is asked for, by the scenario or by an option that names a program; empty: as the targets. */
    private static Optional<Mode> runtime(DependencyKind kind, Scenario scenario, ServerSources sources) {
        var asked = need(kind, scenario).runtime().mode();
        var program = sources.of(kind.name()).program();
        if (program.isPresent() && asked.equals(Optional.of(Mode.CONTAINER))) {
            throw Failure.usage(
                    "--" + kind.name() + " " + program.get() + " is a program of this machine, and needs." + kind.name()
                            + " asks for a container",
                    "",
                    "leave out one of them");
        }
        return program.map(named -> Mode.PROCESS).or(() -> asked);
    }

    private static DeclaredDependency need(DependencyKind kind, Scenario scenario) {
        return scenario.needs().all().stream()
                .filter(need -> need.kind().name().equals(kind.name()))
                .findFirst()
                .orElseThrow();
    }
}
