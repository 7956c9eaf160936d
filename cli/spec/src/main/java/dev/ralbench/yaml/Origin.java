package dev.ralbench.yaml;

/** Where a value comes from, so that a problem can point at it and {@code ralbench show --origin} can name it. */
public sealed interface Origin {

    /** A place in a file; lines and columns count from 1. */
    record Position(String source, int line, int column) implements Origin {
        @Override
        public String shown() {
            return source + ":" + line;
        }

        @Override
        public String place() {
            return source + ":" + line + ":" + column;
        }
    }

    /** A value that a profile put in. */
    record Profile(String profile, Origin at) implements Origin {
        @Override
        public int line() {
            return at.line();
        }

        @Override
        public int column() {
            return at.column();
        }

        @Override
        public String shown() {
            return "profile " + profile + " (" + at.shown() + ")";
        }

        @Override
        public String place() {
            return at.place();
        }
    }

    /** An option such as {@code --users} or a variable such as {@code RALBENCH_USERS}. */
    record Outside(String label) implements Origin {
        @Override
        public String shown() {
            return label;
        }

        @Override
        public String place() {
            return label;
        }
    }

    /** A default of the format. */
    record Default() implements Origin {
        @Override
        public String shown() {
            return "default";
        }

        @Override
        public String place() {
            return "default";
        }
    }

    /** The words that {@code ralbench show --origin} prints. */
    String shown();

    /** The words at the beginning of a problem's line. */
    String place();

    /** The line number, for sorting; 0 if the value is in no file. */
    default int line() {
        return 0;
    }

    /** The column number, for sorting; 0 if the value is in no file. */
    default int column() {
        return 0;
    }
}
