package dev.ralbench.gate;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.Sha256;
import dev.ralbench.load.Level;
import dev.ralbench.yaml.FileKind;
import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.Reading;
import dev.ralbench.yaml.SchemaFormat;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.SourceText;
import dev.ralbench.yaml.YamlTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Gate files: strictly read, with everything that is wrong reported at once, at its line and column. */
public final class GateFile {
    private static final FileKind KIND = new FileKind("gate", "version: 1", "docs/reference/gate.md", "");
    private static final String BUILT_IN = "/dev/ralbench/scenarios/gates/";
    /** The built-in gates that users may name; ralbench's own tests use the others. */
    static final List<String> BUILT_INS = List.of("pr", "slow-start", "nightly", "work");

    /** The keys of a gate file, as {@code gate.schema.json} has them. */
    private static final Format FORMAT = SchemaFormat.read(BUILT_IN + "gate.schema.json");

    private GateFile() {}

    /** The names of the built-in gates. */
    public static List<String> builtIns() {
        return BUILT_INS;
    }

    /**
     * Reads a file whose rules may name any levels.
     *
     * @throws Failure that lists everything wrong with it
     */
    public static Gate read(Path path) {
        return read(path, List.of());
    }

    /**
     * Reads a file for a load with known levels: rules at other levels are wrong.
     *
     * @param levels as tables name them; empty if they are not known
     */
    public static Gate read(Path path, List<Level> levels) {
        return parse(path.toString(), SourceText.read(path, KIND), levels);
    }

    /**
     * Reads a gate that comes with ralbench, by its bare name, or a file.
     *
     * @param nameOrPath a file if it has a slash or ends in .yaml or .yml
     * @param levels as tables name them; empty if they are not known
     */
    public static Gate find(String nameOrPath, List<Level> levels) {
        boolean isPath = nameOrPath.contains("/")
                || nameOrPath.endsWith(".yaml")
                || nameOrPath.endsWith(".yml")
                || Files.isDirectory(Path.of(nameOrPath)); // to be refused as one
        return isPath ? read(Path.of(nameOrPath), levels) : builtIn(nameOrPath, levels);
    }

    private static Gate builtIn(String name, List<Level> levels) {
        var text = SourceText.packaged(BUILT_IN + name + ".yaml").orElseThrow(() -> unknown(name));
        return parse(name + ".yaml", text, levels);
    }

    private static Failure unknown(String name) {
        var what = "there is no built-in gate " + name;
        for (var file : List.of(name, name + ".yaml", name + ".yml")) {
            if (Files.isRegularFile(Path.of(file))) {
                SourceText.read(Path.of(file), KIND); // the file may be of another kind
                return Failure.usage(
                        what,
                        "There is a file " + file + " in this directory, but a bare name means a built-in.",
                        "Write ./" + file + " for the file.");
            }
        }
        return Failure.usage(
                what,
                NearestName.hint(name, BUILT_INS),
                "Name one of them, or a file with its directory or ending, such as ./" + name + ".yaml.");
    }

    /** Parses a gate's text; source is its name in messages. */
    static Gate parse(String source, String text, List<Level> levels) {
        var problems = new Problems();
        var root = YamlTree.readMapping(source, KIND, text, problems);
        if (root.entries().containsKey("variants")) {
            throw Failure.usage(
                    source + " is a scenario, not a gate",
                    "",
                    "ralbench gate init " + source + " drafts a gate for it");
        }
        // the file is strict UTF-8, so its text has the same bytes
        var section = Section.open(Reading.into(problems), "", root, FORMAT);
        var gate = GateReader.read(section, Sha256.of(text), levels);
        problems.throwIfAny(source, KIND.fix());
        return gate;
    }
}
