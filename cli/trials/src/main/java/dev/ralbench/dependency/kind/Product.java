package dev.ralbench.dependency.kind;

/**
 * What a server is.
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
