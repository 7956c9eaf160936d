package dev.ralbench.command;

import dev.ralbench.scenario.Build;
import dev.ralbench.scenario.BuildTrees;
import dev.ralbench.scenario.Label;
import dev.ralbench.scenario.Overrides;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Option;

/** Which variants of a scenario, or which builds of a service in their place. */
final class VariantOptions {
    @Option(
            names = {"-v", "--variant"},
            paramLabel = "NAME|NAME=WHAT",
            description =
                    "Only this variant, by its name or the one that its study has for it (v1), or with NAME=WHAT a build of your own; may be given several times. Builds"
                            + " take the place of the scenario's variants; two or more are compared. WHAT is a .jar file,"
                            + " image:NAME, http://host:port, a command, or the name of a variant, which is copied. If"
                            + " the scenario has several variants, a plain NAME says which one the builds are started like.")
    private List<String> variants = List.of();

    @Option(
            names = "--directory",
            paramLabel = "NAME=DIR",
            description =
                    "The tree of a build given by --variant NAME=WHAT, such as base=../base: it is started there, not"
                            + " where ralbench is; may be given several times. For Python, Node.js and all else that loads its"
                            + " code from the directory that it is started in.")
    private List<String> directories = List.of();

    @Option(
            names = "--label",
            paramLabel = "NAME.KEY=VALUE",
            description = "Store a fact about a variant in the result, such as"
                    + " base.revision=3f2c1ab; may be given several times.")
    private List<String> labels = List.of();

    @Option(
            names = "--insecure",
            description = "Accept any TLS certificate of targets, whatever its signer and its host.")
    private boolean isInsecure;

    boolean isGiven() {
        return !variants.isEmpty();
    }

    Overrides over(Overrides options) {
        var names = new ArrayList<String>();
        var builds = new ArrayList<Build>();
        for (var given : variants) {
            if (given.contains("=")) {
                builds.add(Build.parse(given));
            } else {
                names.addAll(Arrays.asList(given.split(",", -1)));
            }
        }
        return options.withVariants(names)
                .withBuilds(BuildTrees.parse(directories).given(builds))
                .withInsecure(isInsecure)
                .withLabels(labels.stream().map(Label::parse).toList());
    }
}
