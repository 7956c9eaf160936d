package dev.ralbench.yaml;

/**
 * One value of a file that was read, for {@code ralbench show --origin}.
 *
 * @param path its key with all sections, such as {@code load.closed.stairs.hold}
 * @param rendered as the canonical document has it
 * @param origin where it comes from: {@code delay-200.yaml:14}, {@code profile quick (delay-200.yaml:27)},
 *     {@code RALBENCH_TIMEOUT}, {@code --users} or {@code default}
 * @param place the same in a message: {@code delay-200.yaml:14:9}
 */
public record Value(String path, String rendered, String origin, String place) {}
