package dev.ralbench.fleet;

/**
 * The ralbench that a process runs. Main and agents have to be of one build: two may send different requests for one
 * scenario, and record them differently.
 *
 * @param version for people, such as {@code ralbench 0.2.0 (4f1c2ab)}
 * @param hash of the classes and libraries; equal if the programs are
 */
public record Build(String version, String hash) {
    boolean is(Build other) {
        return hash.equals(other.hash);
    }
}
