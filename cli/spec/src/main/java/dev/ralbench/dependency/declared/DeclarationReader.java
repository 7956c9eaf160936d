package dev.ralbench.dependency.declared;

import dev.ralbench.yaml.Section;

/** Reads one dependency of a scenario; flaws become problems of the section. */
@FunctionalInterface
public interface DeclarationReader {
    DeclaredDependency read(Section section, DeclaredKind.Files files);
}
