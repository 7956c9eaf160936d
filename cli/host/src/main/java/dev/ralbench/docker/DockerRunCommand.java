package dev.ralbench.docker;

import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ShellWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A container as one would start it by hand. */
final class DockerRunCommand {
    private DockerRunCommand() {}

    static String of(ServiceSpec spec, DockerImage image, OwnRights rights) {
        var words = new ArrayList<>(List.of("docker", "run", "--rm", "--network", "host", "--user", rights.user()));
        if (spec.image().isEmpty()) {
            words.addAll(List.of("--workdir", "/"));
        }
        words.addAll(List.of("--ulimit", "nofile=" + ContainerLimits.openFiles(spec.limits(), rights)));
        words.addAll(ContainerLimits.options(spec.limits()));
        spec.cpus().ifPresent(cpus -> words.addAll(List.of("--cpuset-cpus", cpus.toString())));
        for (var directory : spec.directories()) {
            var mount = directory.path() + ":" + directory.inside();
            words.addAll(List.of("--volume", mount + (directory.isWritable() ? "" : ":ro")));
        }
        spec.shownEnvironment()
                .forEach((name, value) -> words.addAll(List.of("--env", name + "=" + shown(name, value))));
        if (spec.image().isPresent()) {
            words.add(image.name());
            words.addAll(spec.arguments());
        } else {
            words.addAll(List.of("--entrypoint", spec.arguments().getFirst(), image.name()));
            words.addAll(spec.arguments().subList(1, spec.arguments().size()));
        }
        return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }

    /** The command line ends up in results, which people pass on. */
    private static String shown(String name, String value) {
        return name.toUpperCase(Locale.ROOT).contains("PASSWORD") ? "***" : value;
    }
}
