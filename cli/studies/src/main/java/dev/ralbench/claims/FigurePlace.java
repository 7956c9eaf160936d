package dev.ralbench.claims;

import dev.ralbench.load.Level;

/**
 * The place in stored results that a figure is taken from.
 *
 * @param scenario its name, such as {@code delay-200}
 * @param variant of that scenario
 * @param level of that scenario, or the whole run
 */
record FigurePlace(String scenario, String variant, Level level) {

    /** {@code reactive at 256 of delay-200}. */
    String inWords() {
        return variant + " at " + level.name() + " of " + scenario;
    }
}
