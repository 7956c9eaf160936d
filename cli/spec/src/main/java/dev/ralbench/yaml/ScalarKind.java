package dev.ralbench.yaml;

/** What YAML takes a scalar for; whatever is in quotes is text. */
public enum ScalarKind {
    TEXT,
    WHOLE_NUMBER,
    NUMBER,
    FLAG,
    NOTHING,
}
