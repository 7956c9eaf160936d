package dev.ralbench.need;

import dev.ralbench.yaml.Section;

/** Reads one dependency of a scenario; flaws become problems of the section. */
@FunctionalInterface
public interface NeedReader {
    Need read(Section section, NeedKind.Files files);
}
