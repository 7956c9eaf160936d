package dev.ralbench.compare;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A fact about the service itself that may differ between two builds that are compared, if a gate says so. */
public enum VariantFact {
    /** Which build it is. */
    IMAGE,
    /** The revision that a label states; builds may always differ in it. */
    REVISION,
    /** The JDK that runs it, if ralbench chooses it. */
    JDK,
    JVM_FLAGS,
    /** A hash of its environment variables. */
    ENV;

    static final String PREFIX = "subject.";

    /** The name of the fact in gate files, such as {@code subject.jvm-flags}. */
    @Override
    public String toString() {
        return PREFIX + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The part of a trial's subject that it is about; empty if nothing is known. */
    Map<String, String> of(Map<String, String> subject) {
        var part = new TreeMap<>(subject);
        part.keySet().retainAll(keys());
        return part;
    }

    private List<String> keys() {
        return switch (this) {
            case IMAGE -> List.of("command", "directory", "files", "image", "imageDigest", "jar", "target", "url");
            case REVISION -> List.of();
            case JDK -> List.of("jdk");
            case JVM_FLAGS -> List.of("jvmFlags");
            case ENV -> List.of("env");
        };
    }
}
