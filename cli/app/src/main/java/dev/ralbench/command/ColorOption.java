package dev.ralbench.command;

import java.util.Locale;

/** When colour is used. */
enum ColorOption {
    AUTO,
    ALWAYS,
    NEVER;

    /** As it is typed and listed. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
