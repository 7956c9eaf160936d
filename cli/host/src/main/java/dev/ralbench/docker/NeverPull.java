package dev.ralbench.docker;

import org.testcontainers.images.ImagePullPolicy;
import org.testcontainers.utility.DockerImageName;

/** Testcontainers fetches nothing: {@link Images} does. Named in {@code testcontainers.properties}. */
public final class NeverPull implements ImagePullPolicy {
    @Override
    public boolean shouldPull(DockerImageName image) {
        return false;
    }
}
