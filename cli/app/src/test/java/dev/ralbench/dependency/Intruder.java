package dev.ralbench.dependency;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program that tries to get at others' servers and files. Each argument is an attempt, its words with tabs between
 * them; it prints the result of each on one line. Needs nothing but a JVM, and drivers for {@code mysql} and {@code postgres}.
 */
final class Intruder {
    /** Where an attempt succeeds, the line begins so. */
    static final String IN = "IN ";

    private Intruder() {}

    public static void main(String[] attempts) {
        for (var attempt : attempts) {
            System.out.println(outcome(List.of(attempt.split("\t", -1))).replaceAll("\\s+", " "));
        }
    }

    private static String outcome(List<String> words) {
        try {
            return IN + made(words.getFirst(), words.subList(1, words.size()));
        } catch (IOException | SQLException e) {
            return e.toString();
        }
    }

    private static String made(String kind, List<String> words) throws IOException, SQLException {
        return switch (kind) {
            case "mysql" ->
                logIn(
                        "mysql://127.0.0.1:" + words.get(0) + "/?allowPublicKeyRetrieval=true",
                        words.get(1),
                        words.get(2));
            case "postgres" ->
                logIn("postgresql://127.0.0.1:" + words.get(0) + "/postgres", words.get(1), words.get(2));
            case "redis" -> ask(words.get(0), words.get(1));
            case "read" -> read(Path.of(words.getFirst()));
            case "write" ->
                Files.writeString(Path.of(words.getFirst()), "written by another account")
                        .toString();
            case "connect" -> connect(Path.of(words.getFirst()));
            case "look" -> processes();
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static String logIn(String url, String user, String password) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:" + url, user, password)) {
            return connection.getMetaData().getUserName();
        }
    }

    /** Redis also answers clients that it refuses, so the answer decides. */
    private static String ask(String port, String password) throws IOException {
        var greeting = password.isEmpty() ? "" : "AUTH " + password + "\r\n";
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port))) {
            socket.getOutputStream().write((greeting + "GET a\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            if (answer.contains("-NOAUTH")) {
                throw new IOException(answer);
            }
            return answer;
        }
    }

    private static String read(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
        }
        try (var entries = Files.list(path)) {
            return entries.map(Path::toString).collect(Collectors.joining(" "));
        }
    }

    private static String connect(Path socket) throws IOException {
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return channel.getRemoteAddress().toString();
        }
    }

    /** The command lines and environments of all processes, as far as they can be read. */
    private static String processes() throws IOException {
        try (var directories = Files.list(Path.of("/proc"))) {
            return directories
                    .filter(directory -> directory.getFileName().toString().matches("\\d+"))
                    .flatMap(directory -> Stream.of("cmdline", "environ").map(directory::resolve))
                    .map(Intruder::textOrNothing)
                    .collect(Collectors.joining(" "))
                    .replace('\0', ' ');
        }
    }

    private static String textOrNothing(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
