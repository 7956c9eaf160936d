package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.process.SearchPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * An agent on another machine, started by the user's ssh and reached by its standard input and output. It ends when that
 * input ends: when this closes it, or when this process is gone.
 */
final class SshAgent implements Wire {
    /** What an agent prints first, before the address of its main: a shell there may print something before it. */
    static final String GREETING = "ralbench agent for ";

    /** For the start of a JVM on a busy machine, or the first build of a checkout. */
    private static final int START_MILLIS = 120_000;

    private static final int MOST_NOISE = 1 << 16;
    private static final int MOST_LINES = 12;
    private static final int MOST_CHARACTERS_OF_LINE = 400;
    private static final long END_SECONDS = 5;
    private static final long WORDS_SECONDS = 2;

    /** ssh's own failures. */
    private static final int SSH_FAILED = 255;

    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;

    /** Literal addresses only: a name would be looked up. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F.:]+");

    private final SshHost host;
    private final Process process;
    private final TimedInput in;
    private final Deque<String> words = new ArrayDeque<>();
    private final Thread listening;

    private SshAgent(SshHost host, Process process) {
        this.host = host;
        this.process = process;
        this.in = new TimedInput(host + " is read", process.getInputStream(), START_MILLIS);
        this.listening = Thread.ofPlatform().daemon().name(host + " prints").start(this::listen);
    }

    /**
     * Starts it.
     *
     * @throws Failure if there is no ssh on this machine
     */
    static SshAgent start(SshHost host) {
        SearchPath.ofThisProcess().obstacle("ssh").ifPresent(obstacle -> {
            throw withoutSsh(host, obstacle);
        });
        // Ctrl-C and the end of a terminal reach all of its programs; the agent's load has to end in good order first.
        var command = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh"));
        command.addAll(host.ssh());
        try {
            return new SshAgent(host, new ProcessBuilder(command).start());
        } catch (IOException e) {
            throw withoutSsh(host, String.valueOf(e.getMessage())).causedBy(e);
        }
    }

    private static Failure withoutSsh(SshHost host, String why) {
        return Failure.environment(
                "agent " + host + " cannot be started",
                why,
                "install ssh (OpenSSH's client), or start the agent by hand: ralbench agent --listen HOST:PORT");
    }

    /**
     * Waits until the agent is there.
     *
     * @return the address of this machine that it was called from
     * @throws IOException if it does not come up; {@link #refusal} knows why
     * @throws Failure if it does not know that address
     */
    InetAddress awaitGreeting() throws IOException {
        int noise = 0;
        var line = line();
        while (!line.startsWith(GREETING)) {
            noise += line.length() + 1;
            if (noise > MOST_NOISE) {
                throw new IOException("it prints something else");
            }
            line = line();
        }
        var address = line.substring(GREETING.length()).strip();
        if (!ADDRESS.matcher(address).matches()) {
            throw Failure.environment(
                    "agent " + host + " does not know the address of this machine",
                    "SSH_CONNECTION in its environment is " + (address.isEmpty() ? "missing" : "\"" + address + "\""),
                    "let --agent-command pass it on, such as docker run -i -e SSH_CONNECTION IMAGE");
        }
        return InetAddress.getByName(address);
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("it ended");
            }
            if (line.length() < MOST_NOISE) {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private void listen() {
        try (var reader = new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)) {
            var line = new StringBuilder();
            for (int next = reader.read(); next >= 0; next = reader.read()) {
                if (next == '\n') {
                    printed(line.toString());
                    line.setLength(0);
                } else if (line.length() < MOST_CHARACTERS_OF_LINE) {
                    line.append((char) next);
                }
            }
            printed(line.toString());
        } catch (IOException e) {
            // closed
        }
    }

    private void printed(String line) {
        if (line.isBlank()) {
            return;
        }
        synchronized (words) {
            words.addLast(line.strip());
            if (words.size() > MOST_LINES) {
                words.removeFirst();
            }
        }
    }

    /** Why the agent could not be joined, in ssh's words or its own. */
    Failure refusal(IOException cause) {
        var said = lastWords();
        boolean hasEnded = !process.isAlive();
        int exit = hasEnded ? process.exitValue() : 0;
        if (hasEnded && exit == SSH_FAILED) {
            return failure(
                    "cannot be reached by ssh", said.isEmpty() ? "ssh ended without a word" : said, fix(said), cause);
        }
        if (hasEnded && (exit == NOT_FOUND || exit == NOT_EXECUTABLE)) {
            return failure(
                    "cannot be started",
                    said.isEmpty() ? "ralbench is not found there" : said,
                    "install the same ralbench there, on the PATH of commands that ssh starts, or name it:"
                            + " --agent-command /opt/ralbench/bin/ralbench",
                    cause);
        }
        if (hasEnded) {
            return failure(
                    "cannot be started",
                    "it ended with exit code " + exit + (said.isEmpty() ? "" : ":\n" + said),
                    "try it by hand: " + host.byHand() + " '" + host.command()
                            + " --version'; it has to be this ralbench",
                    cause);
        }
        return failure(
                "does not answer as one of ralbench's",
                String.valueOf(cause.getMessage()) + (said.isEmpty() ? "" : "\n" + said),
                "try it by hand: " + host.byHand() + " '" + host.command() + " --version'; it has to print the version"
                        + " of this ralbench",
                cause);
    }

    private Failure failure(String what, String why, String fix, IOException cause) {
        return Failure.environment("agent " + host + " " + what, why, fix).causedBy(cause);
    }

    private String fix(String said) {
        if (said.contains("Host key verification failed")) {
            return "compare its key and accept it by hand, once: " + host.byHand();
        }
        if (said.contains("Permission denied") || said.contains("Too many authentication failures")) {
            return "ralbench asks for no password: let " + host.byHand()
                    + " true work without one, by a key that ssh-agent holds (ssh-add)";
        }
        if (said.contains("Could not resolve hostname")) {
            return "correct the name, or add the host to ~/.ssh/config";
        }
        return "check that " + host.byHand() + " true works";
    }

    @Override
    public InputStream in() {
        return in;
    }

    @Override
    public OutputStream out() {
        return process.getOutputStream();
    }

    @Override
    public void limitReads(int millis) {
        in.limitReads(millis);
    }

    /** The end of its input ends the agent, and then ssh; in the background, because a stopped one takes no input. */
    @Override
    public void close() {
        Thread.ofPlatform().daemon().name(host + " ends").start(() -> {
            Thread.ofPlatform().daemon().start(this::closeInput);
            awaitEnd();
            process.destroy();
        });
    }

    private void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // ssh is gone
        }
    }

    @Override
    public void awaitEnd() {
        try {
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Complete if the process has ended, or is about to. */
    @Override
    public String lastWords() {
        try {
            listening.join(TimeUnit.SECONDS.toMillis(WORDS_SECONDS));
            process.waitFor(WORDS_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (words) {
            return String.join("\n", words);
        }
    }
}
