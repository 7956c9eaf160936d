package dev.ralbench.command;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes the pages of the manual, for packages. */
@Command(name = ManCommand.NAME, hidden = true, description = "Writes the pages of the manual, one for each command.")
final class ManCommand implements Callable<Integer> {
    static final String NAME = "man";

    private final Console console;
    private final Supplier<CommandLine> all;

    @Parameters(paramLabel = "DIRECTORY", description = "Where to; it is made if it does not exist.")
    private Path directory = Path.of("");

    /** @param all the command line with every command */
    ManCommand(Console console, Supplier<CommandLine> all) {
        this.console = console;
        this.all = all;
    }

    @Override
    public Integer call() {
        var pages = new ManPages(all.get(), Version.tool()).all();
        try {
            Files.createDirectories(directory);
            for (var page : pages.entrySet()) {
                Files.writeString(directory.resolve(page.getKey()), page.getValue());
            }
        } catch (IOException e) {
            throw Failure.usage(
                            directory + ": no pages can be written there",
                            e.getClass().getSimpleName() + ": " + e.getMessage(),
                            "name a directory that can be written to")
                    .causedBy(e);
        }
        console.tell(pages.size() + " pages in " + directory);
        return ExitCode.OK.code();
    }
}
