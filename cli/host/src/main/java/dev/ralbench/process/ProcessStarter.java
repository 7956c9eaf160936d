package dev.ralbench.process;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.ResourceLimits;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Starts services as processes of this machine, in the session of ralbench itself. */
public final class ProcessStarter implements ServiceStarter {
    private final Map<Program, Path> programs;
    private final Map<Program, Failure> missing;
    private final RunDirectories directories;
    private final RunTag runTag;
    private final Guard guard;
    private final Clock clock;
    private final ProcFs proc = ProcFs.ofThisMachine();
    private final Set<StartedProcess> running = ConcurrentHashMap.newKeySet();
    private final LogWatch logs = new LogWatch();
    private volatile boolean isClosed;
    private Optional<Path> temporary = Optional.empty(); // guarded by this

    /** A starter that has every program that services need. */
    public ProcessStarter(
            Map<Program, Path> programs, RunDirectories directories, RunTag runTag, Guard guard, Clock clock) {
        this(programs, Map.of(), directories, runTag, guard, clock);
    }

    /**
     * @param programs where each program is, as far as services need it
     * @param missing those that this machine does not have, and how to get them
     * @param directories for temporary files of services
     */
    public ProcessStarter(
            Map<Program, Path> programs,
            Map<Program, Failure> missing,
            RunDirectories directories,
            RunTag runTag,
            Guard guard,
            Clock clock) {
        this.programs = Map.copyOf(programs);
        this.missing = Map.copyOf(missing);
        this.directories = directories;
        this.runTag = runTag;
        this.guard = guard;
        this.clock = clock;
    }

    @Override
    public String executable(Program program) {
        var path = programs.get(program);
        if (path == null) {
            throw new Failure(FailureKind.DEFECT, "it is not known where the program is: " + program, "", "");
        }
        return path.toString();
    }

    @Override
    public Optional<Failure> obstacle(Program program) {
        return Optional.ofNullable(missing.get(program));
    }

    @Override
    public String identity(Program program) {
        var executable = executable(program);
        return executable + " " + Path.of(executable).toFile().lastModified();
    }

    /** Made when it is first asked for. */
    @Override
    public synchronized Optional<Path> temporary() {
        if (temporary.isEmpty()) {
            temporary = Optional.of(directories.make("tmp"));
        }
        return temporary;
    }

    @Override
    public StartedService start(ServiceSpec spec) {
        if (spec.image().isPresent()) {
            throw Failure.environment(
                    spec.title() + " is an image and cannot be started as a process",
                    "all that takes part in this run is started as processes",
                    "use --runtime docker");
        }
        requireProgram(spec);
        var tag = runTag.next();
        var limited = ProcessLimits.apply(placed(spec), tag, proc, guard);
        var started = start(spec, limited, tag);
        running.add(started);
        guard.process(started.pid());
        if (isClosed) {
            started.close(); // close() may have begun meanwhile, and must not miss it
        }
        return started;
    }

    /** Before a shell that enters a group becomes the program: of one that it cannot become it knows a number only. */
    private static void requireProgram(ServiceSpec spec) {
        SearchPath.ofThisProcess().obstacle(spec.arguments().getFirst()).ifPresent(why -> {
            throw Failure.environment(
                    spec.title() + " could not be started",
                    why,
                    "install the program, or correct its path or the file");
        });
    }

    private StartedProcess start(ServiceSpec spec, ProcessLimits limited, String tag) {
        try {
            logs.begin(spec.log());
            return StartedProcess.start(spec, limited.arguments(), temporary().orElseThrow(), tag, clock, ended -> {
                running.remove(ended);
                logs.end(spec.log());
                limited.end(clock);
            });
        } catch (RuntimeException notStarted) {
            limited.end(clock);
            throw notStarted;
        }
    }

    @Override
    public void check(ResourceLimits limits) {
        ProcessLimits.check(limits, runTag.next(), proc);
    }

    /**
     * Pins the service and all that it starts to its CPUs, and lowers their weight. It stays the one process that was
     * started.
     */
    private static ServiceSpec placed(ServiceSpec spec) {
        var lowered = spec.givesWay() ? spec.withArguments(Nice.required().lowered(spec.arguments())) : spec;
        return lowered.cpus().isEmpty() ? lowered : pinned(lowered);
    }

    private static ServiceSpec pinned(ServiceSpec spec) {
        var taskset = Taskset.find()
                .orElseThrow(() -> Failure.environment(
                        spec.title() + " cannot be put on CPUs " + spec.cpus().get(),
                        "there is no taskset on the PATH",
                        "install util-linux, or leave --cpus out"));
        return spec.withArguments(taskset.on(spec.cpus().get(), spec.arguments()));
    }

    @Override
    public boolean isClosed() {
        return isClosed;
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            Closings.inTurn(
                    running.stream().<Runnable>map(process -> process::close).toList());
        } finally {
            logs.close();
        }
    }
}
