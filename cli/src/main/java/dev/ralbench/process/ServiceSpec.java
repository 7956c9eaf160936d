package dev.ralbench.process;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A service to be started, the same for every way of starting it.
 *
 * @param title for people: what it is
 * @param program what it runs on; says which image a container is made of
 * @param arguments program and arguments, as for {@link ProcessBuilder}
 * @param environment variables beside those that it inherits
 * @param folders that it reads or writes; a container sees them under the same paths
 * @param log for its output; made where it is not there, appended to where it is
 */
public record ServiceSpec(
        String title,
        Program program,
        List<String> arguments,
        Map<String, String> environment,
        List<Folder> folders,
        LogFile log) {
    public ServiceSpec {
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        folders = List.copyOf(folders);
    }

    /** A folder of this machine, by its absolute path. */
    public record Folder(Path path, boolean isWritable) {
        public static Folder readOnly(Path path) {
            return new Folder(path.toAbsolutePath().normalize(), false);
        }

        public static Folder writable(Path path) {
            return new Folder(path.toAbsolutePath().normalize(), true);
        }
    }
}
