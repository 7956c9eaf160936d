package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The trees that builds are started in, as {@code --directory base=../base} gives them.
 *
 * @param trees by the name of the build
 */
record BuildTrees(Map<String, String> trees) {
    /** How the option is called. */
    static final String OPTION = "--directory";

    BuildTrees {
        trees = Map.copyOf(trees);
    }

    /**
     * Reads each {@code NAME=DIR}.
     *
     * @throws Failure of usage if one is something else, or a name is given twice
     */
    static BuildTrees parse(List<String> given) {
        var trees = new LinkedHashMap<String, String>();
        for (var text : given) {
            int sign = text.indexOf('=');
            if (sign < 1 || text.substring(sign + 1).isBlank()) {
                throw Failure.usage(
                        OPTION + " " + text + ": cannot be read",
                        "it is the name of a build, = and a directory",
                        "write " + OPTION + " base=../base");
            }
            if (trees.put(text.substring(0, sign), text.substring(sign + 1)) != null) {
                throw Failure.usage(
                        OPTION + " " + text.substring(0, sign) + ": is given twice",
                        "",
                        "give each build one directory");
            }
        }
        return new BuildTrees(trees);
    }

    /**
     * The builds, each in its tree.
     *
     * @throws Failure of usage if there is no build of a name
     */
    List<Build> given(List<Build> builds) {
        var names = builds.stream().map(Build::name).toList();
        for (var name : trees.keySet()) {
            if (!names.contains(name)) {
                throw Failure.usage(
                        OPTION + " " + name + ": there is no build " + name,
                        names.isEmpty() ? "no --variant NAME=WHAT is given" : NearestName.hint(name, names),
                        "give --variant " + name + "=WHAT, or write target.directory in the scenario");
            }
        }
        return builds.stream()
                .map(build -> trees.containsKey(build.name()) ? build.in(trees.get(build.name())) : build)
                .toList();
    }
}
