package dev.ralbench.service;

import dev.ralbench.process.Guard;
import dev.ralbench.process.Owner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.RunTag;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process that has written a password for another one, prints the path of the file, and stays where it is. */
final class HeldPasswordFiles {
    private HeldPasswordFiles() {}

    /**
     * Writes it.
     *
     * @param arguments the process that the password is for, and the directory of the cache
     */
    public static void main(String[] arguments) throws IOException {
        var proc = ProcFs.ofThisMachine();
        var runTag = new RunTag(Owner.self(proc));
        var directories = new RunDirectories(new UserCache(Path.of(arguments[1])), runTag, new Guard(runTag, proc));
        var files = PasswordFiles.of(Long.parseLong(arguments[0]), proc, directories);
        System.out.write((files.write("passwords", "someone secret") + "\n").getBytes(StandardCharsets.UTF_8));
        System.out.flush();
        while (System.in.read() >= 0) {
            // until it is killed
        }
    }
}
