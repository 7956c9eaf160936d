package dev.ralbench.page;

import dev.ralbench.Printable;

/** Text as it stands in Markdown. */
public final class Markdown {
    private Markdown() {}

    /** A name in backticks; backticks within it are replaced so that they do not end the code. */
    public static String code(String name) {
        return "`" + printable(name).replace('`', '\'') + "`";
    }

    /** White space in one blank, and no invisible character. */
    private static String printable(String text) {
        return Printable.line(text.replaceAll("\\s+", " "));
    }

    /** Names come from outside: none of their signs may become markup. */
    public static String escaped(String text) {
        return printable(text).replace("&", "&amp;").replace("<", "&lt;").replaceAll("([\\\\`*_\\[\\]|#@])", "\\\\$1");
    }
}
