import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Understands mongod's arguments and answers as it does. What it holds ends with it. */
class Mongod extends MemoryBackend {
    private final List<String> arguments;

    Mongod(List<String> arguments) {
        this.arguments = arguments;
        version(new MongoVersion() {
            @Override
            public List<Integer> getVersionArray() {
                return List.of(8, 0, 4);
            }

            @Override
            public int getWireVersion() {
                return 9; // whose features it has
            }
        });
    }

    public static void main(String[] arguments) throws Exception {
        var given = new ArrayList<>(List.of(arguments));
        given.addFirst("mongod");
        Files.writeString(Path.of(value(given, "--dbpath")).resolve("WiredTiger"), "here");
        new MongoServer(new Mongod(given)).bind(value(given, "--bind_ip"), Integer.parseInt(value(given, "--port")));
        System.out.println("waiting for connections");
    }

    private static String value(List<String> arguments, String name) {
        return arguments.get(arguments.indexOf(name) + 1);
    }

    @Override
    public Document handleCommand(Channel channel, String database, String command, Document query) {
        return switch (command) {
            case "getCmdLineOpts" -> new Document("argv", arguments).append("ok", 1.0);
            case "shutdown" -> {
                Thread.ofPlatform().start(() -> System.exit(0));
                yield new Document("ok", 1.0);
            }
            case "serverStatus" ->
                new Document("connections", new Document("current", 2).append("active", 1))
                        .append("metrics", new Document("commands", new Document()))
                        .append("ok", 1.0);
            default -> super.handleCommand(channel, database, command, query);
        };
    }
}
