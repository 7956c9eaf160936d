package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.yaml.ImageName;
import dev.ralbench.yaml.TextSyntax;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A build of the service under test, given on the command line as {@code --variant base=./shop.jar}.
 *
 * @param name of the variant that it becomes
 * @param what as typed: the name of a variant, a jar, {@code image:NAME}, a URL or a command
 * @param directory its tree, if it is another than the one that ralbench was started in: {@code --directory base=../base}
 */
public record Build(String name, String what, Optional<String> directory) {
    private static final String IMAGE = "image:";

    /** In the tree that ralbench was started in. */
    public Build(String name, String what) {
        this(name, what, Optional.empty());
    }

    /** This build, started in a tree of its own. */
    Build in(String tree) {
        return new Build(name, what, Optional.of(tree));
    }

    /**
     * Reads {@code NAME=WHAT}.
     *
     * @throws Failure when the name cannot be that of a variant, or there is nothing after it
     */
    static Build parse(String text) {
        int sign = text.indexOf('=');
        var build = new Build(text.substring(0, sign), text.substring(sign + 1).strip());
        if (!TextSyntax.NAME.fits().test(build.name)) {
            throw build.wrong("the name " + TextSyntax.NAME.rule());
        }
        if (build.what.isEmpty()) {
            throw build.wrong("nothing stands after =");
        }
        return build;
    }

    /** The name in messages and in {@code show --origin}. */
    String label() {
        return "--variant " + name;
    }

    /**
     * Its kind.
     *
     * @param variants the scenario's own
     * @throws Failure if it is of no kind
     */
    BuildKind kind(VariantNames variants) {
        var variant = variants.find(what);
        if (variant.isPresent()) {
            return new BuildKind.Copy(variant.get());
        }
        if (what.startsWith(IMAGE)) {
            return image(what.substring(IMAGE.length()));
        }
        if (what.startsWith("http://") || what.startsWith("https://")) {
            return new BuildKind.Url(what);
        }
        boolean isOneWord = what.chars().noneMatch(Character::isWhitespace);
        if (what.endsWith(".jar") && (isOneWord || Files.exists(Path.of(what)))) {
            return jar();
        }
        if (Files.isRegularFile(Path.of(what))) {
            return program();
        }
        if (!isOneWord) {
            return new BuildKind.Command(what);
        }
        if (Files.isDirectory(Path.of(what))) {
            throw Failure.usage(
                    "--variant " + name + "=" + what + " is not a build",
                    what + " is a directory",
                    "For a build that is started in it, name a variant of the scenario and the directory: --variant "
                            + name + "="
                            + variants.all().stream().findFirst().orElse("NAME") + " --directory " + name + "=" + what);
        }
        throw wrong("there is no such variant and no such file; "
                + (variants.all().isEmpty() ? "the scenario has no variants" : NearestName.hint(what, variants.all())));
    }

    private BuildKind image(String image) {
        if (!ImageName.FORM.fits().test(image)) {
            throw wrong("after image: " + ImageName.FORM.rule());
        }
        return new BuildKind.Image(image);
    }

    private BuildKind jar() {
        if (!Files.isRegularFile(Path.of(what))) {
            throw wrong("there is no file " + what);
        }
        return new BuildKind.Jar(what);
    }

    private BuildKind program() {
        if (!Files.isExecutable(Path.of(what))) {
            throw wrong("the file is no .jar and may not be executed");
        }
        return new BuildKind.Program(what);
    }

    private Failure wrong(String why) {
        return Failure.usage(
                "--variant " + name + "=" + what + " is not a build",
                why,
                "Give the name of a variant of the scenario, a .jar file, image:NAME, http://host:port, or a command:"
                        + " --variant base=old.jar --variant head=new.jar");
    }
}
