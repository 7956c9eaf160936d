package dev.ralbench.dependency.kind;

/**
 * A server's kind.
 *
 * @param name as its makers write it
 * @param version its digits
 */
public record Product(String name, String version) {
    @Override
    public String toString() {
        return name + " " + version;
    }
}
