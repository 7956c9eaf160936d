package dev.ralbench.process;

import java.util.List;

/**
 * A program that services consist of. Its path, or the command within an image, is up to the starter.
 *
 * @param name in lower case, for variables and results
 * @param images that have it, best first; the last one is made on this machine by {@code .ci/build-images}
 */
public record Program(String name, List<String> images) {
    public static final Program JAVA = new Program("java", List.of("eclipse-temurin:25-jre", "ralbench/jre:25"));
    public static final Program NODE = new Program("node", List.of("node:22-slim", "ralbench/node:20"));

    public Program {
        images = List.copyOf(images);
    }

    @Override
    public String toString() {
        return name;
    }
}
