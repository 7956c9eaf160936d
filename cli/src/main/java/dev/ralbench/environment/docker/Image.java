package dev.ralbench.environment.docker;

import java.util.Objects;

/**
 * An image that is there.
 *
 * @param name as one would type it
 * @param id tells it from an image that had the same name at another time
 */
public record Image(String name, String id) {
    public Image {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(id, "id");
    }
}
