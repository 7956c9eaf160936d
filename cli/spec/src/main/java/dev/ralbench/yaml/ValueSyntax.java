package dev.ralbench.yaml;

/** How one kind of single value is written. */
public interface ValueSyntax<T> {

    /**
     * Reads it strictly.
     *
     * @throws IllegalArgumentException with the end of a sentence that begins with the key: "needs a unit, got 20"
     */
    T read(Node node);

    /** The one way in which the value stands in the canonical document: a text, a number or a flag. */
    Object written(T value);

    /** Stands in for a value that could not be read, so that reading goes on and finds the next problem. */
    T substitute();
}
