package dev.ralbench.command;

import dev.ralbench.Failure;

/**
 * One thing that {@code doctor} checked.
 *
 * @param about the thing checked
 * @param found the result
 * @param fix how to fix it; empty if there is nothing to fix
 */
record Finding(Grade grade, String about, String found, String fix) {

    /** How bad it is. */
    enum Grade {
        FINE("ok"),
        /** Something cannot be done, or would be done worse. */
        LIMITED("note"),
        /** Nothing can be measured. */
        BROKEN("FAIL");

        private final String word;

        Grade(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    static Finding fine(String about, String found) {
        return new Finding(Grade.FINE, about, found, "");
    }

    static Finding limited(String about, String found, String fix) {
        return new Finding(Grade.LIMITED, about, found, fix);
    }

    /** A failure that keeps something from being done. */
    static Finding limited(String about, Failure failure) {
        return limited(about, words(failure), failure.fix());
    }

    /** A failure that keeps everything from being done. */
    static Finding broken(String about, Failure failure) {
        return broken(about, words(failure), failure.fix());
    }

    static String words(Failure failure) {
        return failure.what() + (failure.why().isEmpty() ? "" : ": " + failure.why());
    }

    static Finding broken(String about, String found, String fix) {
        return new Finding(Grade.BROKEN, about, found, fix);
    }
}
