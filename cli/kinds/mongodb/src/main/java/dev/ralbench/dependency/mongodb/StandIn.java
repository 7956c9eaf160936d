package dev.ralbench.dependency.mongodb;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.process.KernelFiles;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceSpec.Directory;
import dev.ralbench.service.TargetDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The replacement if there is no MongoDB: a target that is built into ralbench. It keeps its data in memory, and can save it once. */
record StandIn(DependencyContext context) {
    private static final String TARGET = "document-store";
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s*(\\d+) kB");

    /** Documents of a hundred bytes take twice as much with what Java and the index of ids add; shorter ones more. */
    private static final long BYTES_OF_HEAP_PER_BYTE = 3;

    /** For all else, and for what targets insert in a trial. */
    private static final long MIB_FOR_THE_REST = 512;

    PreparedServer prepare(MongoDbData data) throws InterruptedException {
        var title = context.targets().titles().getOrDefault(TARGET, TARGET);
        context.notes()
                .accept("mongodb: " + title + ", because there is no mongod here: it answers finds, updates, inserts,"
                        + " deletes and most of aggregate, from memory and with no indexes but unique ones");
        if (data.isNone()) {
            return new PreparedStandIn(data.need(), empty(), Optional.empty(), context.launcher());
        }
        var key = data.key(jar(), context.starter().identity(Program.JAVA));
        var loaded = LoadedData.get(data, "the " + title, key, directory -> load(data, directory));
        return new PreparedStandIn(data.need(), on(loaded, title), loaded.calibrated(), context.launcher());
    }

    private Optional<String> load(MongoDbData data, Path directory) throws IOException, InterruptedException {
        var log = context.servers().prepareLog("mongodb-load");
        // How much there will be is not known yet.
        var flags = List.of("-XX:MaxRAMPercentage=50", "-Xmn32M", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
        var definition = context.targets()
                .definition(TARGET, Map.of("save", directory.toString()), flags)
                .with(List.of(Directory.writable(directory)));
        Optional<String> calibrated;
        try (var server = RunningStandIn.start(context.launcher(), definition, data.need(), log.path())) {
            var own = new MongoDbAccess.OwnServer(
                    "the " + definition.title(),
                    server::isAlive,
                    log,
                    "load less if its memory is full, or name a MongoDB server by --mongodb or --mongodb-url",
                    context.starter()::isClosed,
                    context.clock());
            calibrated = own.load(server.url(), access -> {
                var measured = data.load(access, server.url(), Program.JAVA);
                access.command("fsync");
                return measured;
            });
        }
        Files.deleteIfExists(log.path());
        return calibrated;
    }

    private String jar() {
        var jar = context.targets().jar(TARGET, Optional.empty());
        try {
            return Sha256.of(jar);
        } catch (IOException e) {
            throw Failure.environment(jar + " cannot be read", String.valueOf(e), "build it again")
                    .causedBy(e);
        }
    }

    private TargetDefinition.Launched on(LoadedData data, String title) {
        long heap = heapMib(data.bytes());
        memoryMib().ifPresent(memory -> requireRoom(title, heap, memory));
        return context.targets()
                .definition(TARGET, Map.of("data", data.directory().toString()), jvmFlags(heap))
                .with(List.of(Directory.readOnly(data.directory())));
    }

    private TargetDefinition.Launched empty() {
        return context.targets().definition(TARGET, Map.of(), jvmFlags(heapMib(0)));
    }

    private static long heapMib(long bytes) {
        return MIB_FOR_THE_REST + bytes * BYTES_OF_HEAP_PER_BYTE / MIB;
    }

    private static OptionalLong memoryMib() {
        return new KernelFiles(Path.of("/"))
                .find("proc/meminfo", MEMORY).stream()
                        .mapToLong(kib -> Long.parseLong(kib) * KIB / MIB)
                        .findFirst();
    }

    /**
     * Before a trial, in which the machine would run out of memory.
     *
     * @param heap of the stand-in, in MiB
     * @param memory of this machine, in MiB
     */
    static void requireRoom(String title, long heap, long memory) {
        if (heap > memory) {
            throw Failure.environment(
                    "the " + title + " cannot hold the data",
                    "it keeps all documents in memory and would need " + heap + " MiB for them; this machine has "
                            + memory + " MiB",
                    "load fewer documents, or name a MongoDB server by --mongodb or --mongodb-url");
        }
    }

    /** Fixes the heap's size, so that it does not affect comparisons. When the heap is full, the server ends. */
    private static List<String> jvmFlags(long heap) {
        return List.of(
                "-Xms" + heap + "M", "-Xmx" + heap + "M", "-Xmn32M", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
    }
}
