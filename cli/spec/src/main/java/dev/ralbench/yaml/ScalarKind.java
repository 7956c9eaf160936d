package dev.ralbench.yaml;

/** The YAML type of a scalar; anything in quotes is text. */
public enum ScalarKind {
    TEXT,
    WHOLE_NUMBER,
    NUMBER,
    FLAG,
    NOTHING,
}
