package dev.ralbench.dependency.kind;

import dev.ralbench.process.Program;
import dev.ralbench.process.SearchPath;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Where servers of one kind come from.
 *
 * @param program decides the image; its name is that of the kind
 * @param title as its makers write it
 * @param programs their names on the PATH, best first
 * @param elsewhere where distributions have them off the PATH; see {@link SearchPath#find}
 * @param programInImage the program's name in an image, by the image's name
 * @param embedded the server that comes with ralbench
 * @param port that servers listen on unless they are configured otherwise
 * @param standIn the replacement if there is none, for help and messages; empty if runs need such a server
 * @param user that logs in if a URL names none; empty if servers need no name
 */
public record ServerSupply(
        Program program,
        String title,
        List<String> programs,
        List<String> elsewhere,
        UnaryOperator<String> programInImage,
        Optional<EmbeddedServer> embedded,
        Optional<String> standIn,
        int port,
        String user) {
    public ServerSupply {
        programs = List.copyOf(programs);
        elsewhere = List.copyOf(elsewhere);
    }

    /** The programs found on this machine, best first. */
    public Stream<Path> installed(SearchPath path) {
        return Stream.concat(programs.stream(), elsewhere.stream()).flatMap(name -> path.find(name).stream());
    }

    /** The name of the kind, which is also the scheme of its URLs. */
    public String name() {
        return program.name();
    }

    /** Names a program to start. */
    public String option() {
        return "--" + name();
    }

    /** Names a server that runs already. */
    public String urlOption() {
        return option() + "-url";
    }

    /** The form of a URL, for help and messages. */
    public String urlForm(String portText) {
        return name() + "://" + (user.isEmpty() ? "" : "user") + ":password@host:" + portText;
    }

    /**
     * A URL that the user gave.
     *
     * @throws dev.ralbench.Failure of usage if it cannot be one of such a server
     */
    public ServerUrl url(URI uri) {
        return ServerUrl.parse(uri, name(), port, user);
    }
}
