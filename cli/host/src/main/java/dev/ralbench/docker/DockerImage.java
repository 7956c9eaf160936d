package dev.ralbench.docker;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An image that is there.
 *
 * @param name as one would type it
 * @param id tells it from an image that had the same name at another time
 * @param digest name and digest in the registry that it was fetched from or pushed to
 */
public record DockerImage(String name, String id, Optional<String> digest) {
    public DockerImage {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(id, "id");
    }

    /** One that is in no registry, or needs none. */
    public DockerImage(String name, String id) {
        this(name, id, Optional.empty());
    }

    Map<String, String> facts() {
        var facts = new TreeMap<>(Map.of("image", id));
        digest.ifPresent(text -> facts.put("imageDigest", text));
        return facts;
    }
}
