package dev.ralbench.dependency.kind;

import dev.ralbench.process.Program;
import dev.ralbench.process.SearchPath;
import java.util.Map;

/** The place of the programs of servers that ralbench starts. */
public sealed interface ServerPrograms {
    /**
     * On this machine: named by the user, or embedded in ralbench, or found.
     *
     * @param path the search path for programs
     */
    record OnThisMachine(SearchPath path) implements ServerPrograms {}

    /**
     * In images of containers.
     *
     * @param names of the images, as the engine knows them
     */
    record InImages(Map<Program, String> names) implements ServerPrograms {
        public InImages {
            names = Map.copyOf(names);
        }
    }

    /**
     * An image and the program in it.
     *
     * @param name as the engine of containers knows it
     * @param program the server's name or path within it
     */
    record ProgramImage(String name, String program) {}
}
