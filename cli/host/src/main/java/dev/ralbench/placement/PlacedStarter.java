package dev.ralbench.placement;

import dev.ralbench.Failure;
import dev.ralbench.ResourceLimits;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.StartedService;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Another starter, for services of one role: it starts all of them on that role's CPUs. */
public final class PlacedStarter implements ServiceStarter {
    private final ServiceStarter starter;
    private final CpuSet cpus;

    private PlacedStarter(ServiceStarter starter, CpuSet cpus) {
        this.starter = starter;
        this.cpus = cpus;
    }

    /** The starter itself if the role has no CPUs of its own. */
    public static ServiceStarter of(ServiceStarter starter, Placement placement, Role role) {
        return placement
                .of(role)
                .<ServiceStarter>map(cpus -> new PlacedStarter(starter, cpus))
                .orElse(starter);
    }

    @Override
    public String executable(Program program) {
        return starter.executable(program);
    }

    @Override
    public Optional<Failure> obstacle(Program program) {
        return starter.obstacle(program);
    }

    @Override
    public String identity(Program program) {
        return starter.identity(program);
    }

    @Override
    public Map<String, String> imageFacts(String image) {
        return starter.imageFacts(image);
    }

    @Override
    public Optional<Path> temporary() {
        return starter.temporary();
    }

    @Override
    public Optional<CpuSet> cpus() {
        return Optional.of(cpus);
    }

    @Override
    public void check(ResourceLimits limits) {
        starter.check(limits);
    }

    @Override
    public StartedService start(ServiceSpec spec) {
        return starter.start(spec.on(cpus));
    }

    @Override
    public boolean isClosed() {
        return starter.isClosed();
    }

    @Override
    public void close() {
        starter.close();
    }
}
