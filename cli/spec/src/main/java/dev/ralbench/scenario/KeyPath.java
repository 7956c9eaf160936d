package dev.ralbench.scenario;

import dev.ralbench.NearestName;
import dev.ralbench.yaml.Format;
import java.util.ArrayList;
import java.util.List;

/** The place of a replaceable value, written with dots: {@code load.closed.stairs}. */
record KeyPath(List<String> keys) {
    KeyPath {
        keys = List.copyOf(keys);
    }

    /**
     * Reads a path and checks it against the format.
     *
     * @throws IllegalArgumentException naming the key that is not valid and the nearest that is
     */
    static KeyPath parse(String text) {
        var keys = new ArrayList<String>();
        var format = ScenarioFormat.REPLACEABLE;
        // -1 keeps empty keys, as in "load..timeout", so that they are refused.
        var rest = List.of(text.split("\\.", -1));
        while (!rest.isEmpty()) {
            // Names of headers and variables may hold dots themselves, so they take all that is left.
            int taken = format instanceof Format.Texts ? rest.size() : 1;
            var key = String.join(".", rest.subList(0, taken));
            format = below(format, key, String.join(".", keys));
            keys.add(key);
            rest = rest.subList(taken, rest.size());
        }
        return new KeyPath(keys);
    }

    private static Format below(Format format, String key, String path) {
        if (format instanceof Format.Parts || format instanceof Format.Value) {
            throw new IllegalArgumentException(path + " is replaced as a whole and has no keys below it");
        }
        if (!format.takesOthers() && !format.known().containsKey(key)) {
            throw new IllegalArgumentException("unknown key " + (key.isEmpty() ? "\"\"" : key) + "; "
                    + NearestName.hint(key, format.known().keySet()));
        }
        return format.below(key);
    }

    @Override
    public String toString() {
        return String.join(".", keys);
    }
}
