package dev.ralbench.page;

/** Why a piece of text stands out; how it does is the {@link Style}'s affair. */
public enum Emphasis {
    NONE,
    TITLE,
    FAINT,
    GOOD,
    WARNING,
    BAD,
}
