package dev.ralbench.dependency.mysql;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.PreparedFreshServer.Beginning;
import dev.ralbench.dependency.kind.PreparedFreshServer.Begun;
import dev.ralbench.dependency.kind.PreparedFreshServer.Usable;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.Snapshots;
import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.process.LogFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** Starts a MySQL server on a copy of the data that was loaded once. */
record MySqlStart(MySqlProgram program, String database, Snapshots.KeptSnapshot data) implements Beginning {
    @Override
    public Begun in(Path root, LogFile log) throws IOException {
        var directory = new MySqlDirectory(root);
        directory.make();
        data.snapshot().restore(directory.data());
        var accounts = MySqlAccounts.random();
        directory.writeInitFile(accounts.toChange());
        return new Begun(
                new MySqlRecipe(program, directory, log, accounts, false, data.onDeath()),
                launched -> usable(accounts, launched.port()));
    }

    private Usable usable(MySqlAccounts accounts, int port) {
        var url = accounts.targets(port);
        if (!MySqlProduct.isMariaDb(program.product())) {
            logInOnce(url);
        }
        return new Usable(
                MySqlSupply.placeholders(url, database), new MySqlCounter(new MySqlAccess(accounts.own(port))));
    }

    /**
     * MySQL takes a password the first time only encrypted, and remembers it then: a target's driver need not know
     * how to ask for the key.
     */
    private void logInOnce(ServerUrl url) {
        try {
            new MySqlAccess(url).connect().close();
        } catch (SQLException e) {
            throw Failure.environment(
                            program.product() + " does not let " + url.user() + " in",
                            Sql.firstLine(e),
                            "see the server's log")
                    .causedBy(e);
        }
    }
}
