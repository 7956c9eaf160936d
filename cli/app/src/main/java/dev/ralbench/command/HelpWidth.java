package dev.ralbench.command;

import dev.ralbench.page.Page;
import dev.ralbench.page.Terminal;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IHelpSectionRenderer;

/** Help as wide as the terminal. picocli sets no text narrower than {@value #NARROWEST_OF_PICOCLI} columns. */
final class HelpWidth {
    private static final int NARROWEST_OF_PICOCLI = 55;
    /** Where descriptions next to the options get too narrow to be read with ease. */
    private static final int NARROW = 80;

    private HelpWidth() {}

    static int ofPicocli(Terminal terminal) {
        return Math.clamp(terminal.width(), NARROWEST_OF_PICOCLI, Page.WIDEST);
    }

    /** Colours, where the user wants them. None in lines that are folded, in which they would count as text. */
    static Ansi ansi(Console console) {
        boolean isFolded = console.terminal().width() < NARROW;
        return !isFolded && console.isColored(console.terminal().outIsTerminal()) ? Ansi.ON : Ansi.OFF;
    }

    /** Folds what picocli leaves too wide, in the help of each command. */
    static void fit(CommandLine root, Terminal terminal) {
        if (terminal.width() < NARROW) {
            fit(root, Page.plain(terminal.width()));
        }
    }

    private static void fit(CommandLine command, Page page) {
        var usage = command.getCommandSpec().usageMessage().synopsisHeading("Usage:%n");
        usage.sectionMap().replaceAll((key, section) -> folded(section, page));
        command.getSubcommands().values().forEach(below -> fit(below, page));
    }

    private static IHelpSectionRenderer folded(IHelpSectionRenderer section, Page page) {
        return help -> {
            var text = section.render(help);
            return text.contains("\n")
                    ? page.fitted(text).stream().map(line -> line + "\n").collect(Collectors.joining())
                    : text;
        };
    }
}
