package dev.ralbench.yaml;

import java.util.ArrayList;
import java.util.List;

/**
 * What one reading of a document collects on its way.
 *
 * @param problems everything that is wrong
 * @param values every value that was read or defaulted, in the order of the format
 */
public record Reading(Problems problems, List<Value> values) {

    public static Reading into(Problems problems) {
        return new Reading(problems, new ArrayList<>());
    }

    public void note(String path, Object written, Origin origin) {
        values.add(new Value(path, String.valueOf(written), origin.shown()));
    }
}
