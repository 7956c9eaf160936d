package dev.ralbench.command;

import dev.ralbench.session.RunRequest;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Which variants of a scenario, or which builds of a service in their place. */
final class VariantOptions {
    private final TypedOptions typed = new TypedOptions()
            .many(
                    "NAME|NAME=WHAT",
                    "Only this variant, by its name or the one that its study has for it (v1), or with NAME=WHAT a build of your own; may be given several times. Builds"
                            + " take the place of the scenario's variants; two or more are compared. WHAT is a .jar file,"
                            + " image:NAME, http://host:port, a command, or the name of a variant, which is copied. If"
                            + " the scenario has several variants, a plain NAME says which one the builds are started like.",
                    "-v",
                    "--variant")
            .many(
                    "NAME=DIR",
                    "The tree of a build given by --variant NAME=WHAT, such as base=../base: it is started there, not"
                            + " where ralbench is; may be given several times. For Python, Node.js and all else that loads its"
                            + " code from the directory that it is started in.",
                    "--directory")
            .many(
                    "NAME.KEY=VALUE",
                    "Store a fact about a variant in the result, such as"
                            + " base.revision=3f2c1ab; may be given several times.",
                    "--label")
            .flag("Accept any TLS certificate of targets, whatever its signer and its host.", "--insecure");

    @Spec
    void declare(CommandSpec command) {
        typed.declare(command);
    }

    boolean isGiven() {
        return typed.isGiven("--variant");
    }

    RunRequest addTo(RunRequest request) {
        return typed.addTo(request);
    }
}
