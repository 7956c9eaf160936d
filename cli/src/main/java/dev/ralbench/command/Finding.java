package dev.ralbench.command;

/**
 * One thing that {@code doctor} looked at.
 *
 * @param about what was looked at
 * @param found what was found
 * @param fix how to mend it; empty where there is nothing to mend
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

    static Finding broken(String about, String found, String fix) {
        return new Finding(Grade.BROKEN, about, found, fix);
    }
}
