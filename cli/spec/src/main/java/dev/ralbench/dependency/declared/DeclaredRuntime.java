package dev.ralbench.dependency.declared;

import dev.ralbench.yaml.ChoiceSyntax;
import dev.ralbench.yaml.ImageName;
import dev.ralbench.yaml.Section;
import java.util.Optional;

/**
 * The runtime that a scenario asks for, for one dependency.
 *
 * @param mode empty: as the targets
 * @param image of the container; empty for a usual one
 */
public record DeclaredRuntime(Optional<Mode> mode, Optional<String> image) {
    public static final DeclaredRuntime AS_TARGETS = new DeclaredRuntime(Optional.empty(), Optional.empty());

    private static final ChoiceSyntax<Mode> MODE = new ChoiceSyntax<>(Mode.class);

    /** How a dependency is started, however the targets are. */
    public enum Mode {
        CONTAINER,
        PROCESS
    }

    /** A service of the author's own is what it is written as. */
    static DeclaredRuntime of(Optional<String> image) {
        return new DeclaredRuntime(Optional.of(image.isPresent() ? Mode.CONTAINER : Mode.PROCESS), image);
    }

    static DeclaredRuntime read(Section section) {
        var mode = section.find("runtime", MODE);
        var image = section.find("image", ImageName.FORM);
        if (image.isEmpty()) {
            return new DeclaredRuntime(mode, image);
        }
        if (mode.equals(Optional.of(Mode.PROCESS))) {
            section.keyProblem("runtime", "is process, which has no use for an image; leave one of them out");
        }
        return of(image);
    }
}
