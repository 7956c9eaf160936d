package dev.ralbench.trial.watch;

import dev.ralbench.Boxed;
import dev.ralbench.Clock;
import dev.ralbench.placement.MisplacedThread;
import dev.ralbench.placement.Placement;
import dev.ralbench.placement.Role;
import dev.ralbench.placement.RoleWatch;
import dev.ralbench.process.ProcFs;
import dev.ralbench.result.PlacementResult;
import dev.ralbench.result.PlacementResult.RoleResult;
import dev.ralbench.result.PlacementResult.StrayResult;
import dev.ralbench.service.RunningTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Looks in one trial whether all stay on their CPUs: once a window, and when the load has ended. Used by one thread.
 */
public final class PlacementWatch {
    /** A look at hundreds of threads takes some milliseconds of the generator's time. */
    private static final long SHORTEST_REST_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** A service with five hundred threads is one finding. */
    private static final int MOST_STRAYS = 20;

    private final Clock clock;
    private final List<RoleWatch> roles;
    private int looks;
    private int windowOfLastLook = -1;
    private long notBeforeNanos;

    private PlacementWatch(Clock clock, List<RoleWatch> roles) {
        this.clock = clock;
        this.roles = List.copyOf(roles);
        this.notBeforeNanos = clock.nanoTime();
    }

    /**
     * Processes that ran before this moment do not count.
     *
     * @param dependencies processes of the target's dependencies; empty if one is not known
     */
    public static PlacementWatch of(
            Placement placement, RunningTarget target, List<OptionalLong> dependencies, Clock clock, ProcFs proc) {
        var roles = new ArrayList<RoleWatch>();
        placement
                .of(Role.GENERATOR)
                .ifPresent(own -> roles.add(RoleWatch.ofProcess(
                        Role.GENERATOR, own, proc, ProcessHandle.current().pid())));
        // One that runs already may be on another machine, where its CPUs are unknown.
        if (target.pid().isPresent() || target.commandLine().isPresent()) {
            families(placement, Role.TARGET, List.of(target.pid()), proc).ifPresent(roles::add);
        }
        families(placement, Role.DEPENDENCIES, dependencies, proc).ifPresent(roles::add);
        return new PlacementWatch(clock, roles);
    }

    private static Optional<RoleWatch> families(Placement placement, Role role, List<OptionalLong> pids, ProcFs proc) {
        var known = pids.stream().flatMapToLong(OptionalLong::stream).boxed().toList();
        return placement.of(role).map(cpus -> RoleWatch.ofFamilies(role, cpus, proc, known));
    }

    /** Looks, if the last look was in another window and not just now. */
    public void look(int window) {
        if (!roles.isEmpty() && window != windowOfLastLook && clock.nanoTime() >= notBeforeNanos) {
            windowOfLastLook = window;
            look();
        }
    }

    private void look() {
        roles.forEach(RoleWatch::look);
        looks++;
        notBeforeNanos = clock.nanoTime() + SHORTEST_REST_NANOS;
    }

    /** Looks for the last time; empty if no role has CPUs of its own. */
    public Optional<PlacementResult> finish() {
        if (roles.isEmpty()) {
            return Optional.empty();
        }
        look();
        var results = new LinkedHashMap<String, RoleResult>();
        roles.forEach(role -> results.put(
                role.role().toString(),
                new RoleResult(
                        role.cpus().toString(),
                        role.threads(),
                        role.strays().size(),
                        role.strays().stream()
                                .limit(MOST_STRAYS)
                                .map(PlacementWatch::result)
                                .toList())));
        return Optional.of(new PlacementResult(looks, results));
    }

    private static StrayResult result(MisplacedThread stray) {
        return new StrayResult(stray.thread(), stray.id(), stray.mayRunOn().toString(), Boxed.of(stray.ranOn()));
    }
}
