package dev.ralbench.scenario;

/**
 * A value given outside the scenario file.
 *
 * @param path dotted key, such as {@code load.timeout}
 * @param value its text as it would stand in the file; {@code null} takes the key away
 * @param origin its source: {@code --timeout}, {@code RALBENCH_TIMEOUT}
 */
public record GivenValue(String path, String value, String origin) {}
