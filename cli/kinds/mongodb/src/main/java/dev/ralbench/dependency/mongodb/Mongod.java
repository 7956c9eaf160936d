package dev.ralbench.dependency.mongodb;

import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.kind.ServerOrigin;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.ServiceSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a mongod is started.
 *
 * @param data its directory
 */
record Mongod(ServerOrigin.Startable place, Product product, Path data, LogFile log) implements ServerLauncher.Recipe {
    @Override
    public ServiceSpec spec(int port) {
        var directories = new ArrayList<ServiceSpec.Directory>();
        place.home().map(ServiceSpec.Directory::readOnly).ifPresent(directories::add);
        directories.add(ServiceSpec.Directory.writable(data));
        var arguments = List.of(
                place.command(),
                "--dbpath",
                data.toString(),
                "--port",
                String.valueOf(port),
                "--bind_ip",
                "127.0.0.1",
                "--nounixsocket",
                // Otherwise mongod writes diagnostic data for its developers to disk every second.
                "--setParameter",
                "diagnosticDataCollectionEnabled=false");
        return new ServiceSpec(product.toString(), MongoDb.SERVER.program(), arguments, Map.of(), directories, log);
    }

    @Override
    public ReadyCheck check(int port) {
        return new MongodReady(port, data);
    }
}
