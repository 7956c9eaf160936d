package dev.ralbench.need;

/** One dependency of a scenario, as written under {@code needs}; a record of its kind. */
public interface Need {
    NeedKind kind();
}
