package dev.ralbench.process;

import dev.ralbench.ResourceLimits;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A service to be started, the same for every way of starting it.
 *
 * @param title for people
 * @param program its runtime; names the image of a container that has no own one
 * @param image of its own, which can only be started as a container
 * @param arguments program and arguments, as for {@link ProcessBuilder}; of an own image those after its name
 * @param environment variables next to those that it inherits
 * @param shownEnvironment the same as they may be printed and stored
 * @param directories that it reads or writes
 * @param log for its output; made if absent, else appended to
 * @param limits for it and all that it starts
 * @param cpus the only ones that it and all that it starts may run on; empty for those of ralbench itself
 * @param givesWay whether it and all that it starts have a lower scheduling weight than ralbench, as a process; a
 *     container is a scheduling group of its own
 */
public record ServiceSpec(
        String title,
        Program program,
        Optional<String> image,
        List<String> arguments,
        Map<String, String> environment,
        Map<String, String> shownEnvironment,
        List<Directory> directories,
        LogFile log,
        ResourceLimits limits,
        Optional<CpuSet> cpus,
        boolean givesWay) {
    public ServiceSpec {
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        shownEnvironment = Collections.unmodifiableMap(new LinkedHashMap<>(shownEnvironment));
        directories = List.copyOf(directories);
    }

    /** A program. */
    public ServiceSpec(
            String title,
            Program program,
            List<String> arguments,
            Map<String, String> environment,
            List<Directory> directories,
            LogFile log) {
        this(
                title,
                program,
                Optional.empty(),
                arguments,
                environment,
                environment,
                directories,
                log,
                ResourceLimits.none(),
                Optional.empty(),
                false);
    }

    /** An image with a program of its own. */
    public static ServiceSpec ofImage(
            String title,
            String image,
            List<String> arguments,
            Map<String, String> environment,
            List<Directory> directories,
            LogFile log) {
        return new ServiceSpec(
                title,
                Program.JAVA,
                Optional.of(image),
                arguments,
                environment,
                environment,
                directories,
                log,
                ResourceLimits.none(),
                Optional.empty(),
                false);
    }

    /** This service on the given CPUs only. */
    public ServiceSpec on(CpuSet only) {
        return new ServiceSpec(
                title,
                program,
                image,
                arguments,
                environment,
                shownEnvironment,
                directories,
                log,
                limits,
                Optional.of(only),
                givesWay);
    }

    /** This service with a lower scheduling weight than ralbench. */
    public ServiceSpec givingWay() {
        return new ServiceSpec(
                title, program, image, arguments, environment, shownEnvironment, directories, log, limits, cpus, true);
    }

    /** This service held to the given limits. */
    public ServiceSpec limitedTo(ResourceLimits most) {
        return new ServiceSpec(
                title,
                program,
                image,
                arguments,
                environment,
                shownEnvironment,
                directories,
                log,
                most,
                cpus,
                givesWay);
    }

    /** This service with variables as they are printed and stored, for those whose values must not be. */
    public ServiceSpec showing(Map<String, String> variables) {
        return new ServiceSpec(
                title, program, image, arguments, environment, variables, directories, log, limits, cpus, givesWay);
    }

    /** This service with other arguments. */
    ServiceSpec withArguments(List<String> others) {
        return new ServiceSpec(
                title, program, image, others, environment, shownEnvironment, directories, log, limits, cpus, givesWay);
    }

    /**
     * A directory or a file of this machine, by its absolute path.
     *
     * @param inside where a container sees it
     */
    public record Directory(Path path, Path inside, boolean isWritable) {
        /** Under the same path in a container. */
        public static Directory readOnly(Path path) {
            return readOnly(path, path.toAbsolutePath().normalize());
        }

        /** Under another path in a container. */
        public static Directory readOnly(Path path, Path inside) {
            return new Directory(path.toAbsolutePath().normalize(), inside, false);
        }

        /** Under the same path in a container. */
        public static Directory writable(Path path) {
            var absolute = path.toAbsolutePath().normalize();
            return new Directory(absolute, absolute, true);
        }
    }
}
