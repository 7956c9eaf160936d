package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.WholeNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * A machine on which ssh starts an agent.
 *
 * @param destination as ssh takes it: a host or an alias of its configuration, with {@code USER@} before it or without
 * @param port empty for the one in ssh's configuration
 * @param command how ralbench is called there, a line for the shell there
 */
public record SshHost(String destination, OptionalInt port, String command) implements AgentAddress {
    static final String PREFIX = "ssh:";

    /** Not with a minus at its beginning, which ssh would take for an option. */
    private static final Pattern ADDRESS = Pattern.compile(
            "(?<user>[^\\s@,:\\[\\]-][^\\s@,:\\[\\]]*@)?(?:\\[(?<six>[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*)]|(?<host>[^\\s@,:\\[\\]-][^\\s@,:\\[\\]]*))(?::(?<port>\\d+))?");

    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final long HIGHEST_PORT = 65_535;

    /** A lost network is noticed a little later than by the link itself, which says more about it. */
    private static final List<String> OPTIONS = List.of(
            "-T",
            "-a",
            "-x",
            "-o",
            "BatchMode=yes", // no question in the middle of a display
            "-o",
            "ConnectTimeout=10",
            "-o",
            "ServerAliveInterval=5",
            "-o",
            "ServerAliveCountMax=3",
            "-o",
            "ControlMaster=no", // a master that others use would outlive the run
            "-o",
            "ClearAllForwardings=yes",
            "-o",
            "RemoteCommand=none",
            "-o",
            "LogLevel=ERROR");

    /**
     * Reads {@code ssh:[USER@]HOST[:PORT]}.
     *
     * @throws Failure if it is none
     */
    static SshHost parse(String option, String text, String command) {
        var address = ADDRESS.matcher(text.substring(PREFIX.length()));
        boolean isAddress =
                address.matches() && !DIGITS.matcher(address.group()).matches();
        var port = isAddress && address.group("port") != null ? port(address.group("port")) : OptionalInt.empty();
        if (!isAddress || (address.group("port") != null && port.isEmpty())) {
            throw Failure.usage(
                    option + ": \"" + text + "\" is no address of an agent",
                    "",
                    "write a host that ssh knows, such as ssh:load-1, ssh:bench@load-1.test:2222 or ssh:[::1]");
        }
        var host = address.group("six") == null ? address.group("host") : address.group("six");
        var user = address.group("user") == null ? "" : address.group("user");
        return new SshHost(user + host, port, command);
    }

    private static OptionalInt port(String digits) {
        return WholeNumber.in(digits)
                .filter(number -> number > 0 && number <= HIGHEST_PORT)
                .map(number -> OptionalInt.of(number.intValue()))
                .orElse(OptionalInt.empty());
    }

    /** The command line that starts the agent there, for no shell of this machine. */
    List<String> ssh() {
        var words = new ArrayList<String>();
        words.add("ssh");
        words.addAll(OPTIONS);
        port.ifPresent(number -> words.addAll(List.of("-p", Integer.toString(number))));
        words.addAll(List.of("--", destination, command + " agent --stdio"));
        return words;
    }

    /** What a user types to get to that machine. */
    String byHand() {
        return "ssh " + (port.isPresent() ? "-p " + port.getAsInt() + " " : "") + destination;
    }

    @Override
    public String toString() {
        int at = destination.indexOf('@') + 1;
        var host = destination.substring(at);
        return PREFIX
                + destination.substring(0, at)
                + (host.contains(":") ? "[" + host + "]" : host)
                + (port.isPresent() ? ":" + port.getAsInt() : "");
    }
}
