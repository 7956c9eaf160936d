package dev.ralbench.service;

import dev.ralbench.Failure;

/** A load under which a service's JVM learns what to start from. */
public interface TrainingLoad {
    /** What it sends, in words: a cache is of use for another load, but of less. */
    String words();

    /**
     * Starts the service, has it under load for a while, and lets it end by itself.
     *
     * @throws Failure when it does not start, or does not answer as it should
     */
    void put(TargetDefinition.Launched service) throws InterruptedException;
}
