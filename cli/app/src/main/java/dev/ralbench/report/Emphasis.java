package dev.ralbench.report;

/** Why a piece of text stands out; how it does is the {@link Style}'s affair. */
enum Emphasis {
    NONE,
    TITLE,
    FAINT,
    GOOD,
    WARNING,
    BAD,
}
