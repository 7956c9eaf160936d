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

/** Another starter, for services of one role: it starts all of them on that role's CPUs, with the role's weight. */
public final class PlacedStarter implements ServiceStarter {
    private final ServiceStarter starter;
    private final Optional<CpuSet> cpus;
    private final boolean givesWay;

    private PlacedStarter(ServiceStarter starter, Optional<CpuSet> cpus, boolean givesWay) {
        this.starter = starter;
        this.cpus = cpus;
        this.givesWay = givesWay;
    }

    /** The starter itself if the role shares all CPUs as an equal. */
    public static ServiceStarter of(ServiceStarter starter, Placement placement, Role role) {
        var cpus = placement.of(role);
        boolean givesWay = placement.precedence() == Precedence.OVER_SERVICES;
        return cpus.isEmpty() && !givesWay ? starter : new PlacedStarter(starter, cpus, givesWay);
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
        return cpus;
    }

    @Override
    public void check(ResourceLimits limits) {
        starter.check(limits);
    }

    @Override
    public StartedService start(ServiceSpec spec) {
        var placed = cpus.map(spec::on).orElse(spec);
        return starter.start(givesWay ? placed.givingWay() : placed);
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
