package dev.ralbench.docker;

import com.github.dockerjava.api.model.Container;
import dev.ralbench.process.Owner;
import dev.ralbench.process.ProcFs;
import java.util.List;

/** Containers left by an earlier ralbench that neither it nor its guard could remove. */
public final class ContainerOrphans {
    private final DockerEngine engine;
    private final ProcFs proc;

    public ContainerOrphans(DockerEngine engine, ProcFs proc) {
        this.engine = engine;
        this.proc = proc;
    }

    /** Ids of containers whose ralbench is gone, running or not. */
    public List<String> find() {
        try {
            return engine
                    .client()
                    .listContainersCmd()
                    .withShowAll(true)
                    .withLabelFilter(List.of(HostContainer.OWNER_LABEL))
                    .exec()
                    .stream()
                    .filter(this::isOrphan)
                    .map(Container::getId)
                    .toList();
        } catch (RuntimeException e) {
            throw EngineFailure.of("containers of earlier runs cannot be looked for", e);
        }
    }

    private boolean isOrphan(Container container) {
        return Owner.in(container.getLabels().getOrDefault(HostContainer.OWNER_LABEL, ""))
                .filter(owner -> !owner.isAlive(proc))
                .isPresent();
    }

    /**
     * Removes them with their volumes.
     *
     * @return ids of those that were there
     */
    public List<String> remove() {
        var found = find();
        for (var id : found) {
            try {
                engine.removeContainer(id);
            } catch (RuntimeException e) {
                throw EngineFailure.of("container " + id.substring(0, 12) + " of an earlier run cannot be removed", e);
            }
        }
        return found;
    }
}
