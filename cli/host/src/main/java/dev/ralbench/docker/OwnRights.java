package dev.ralbench.docker;

import dev.ralbench.process.ProcFs;
import dev.ralbench.process.StatusFile;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rights that give a container the same permissions as a process started by ralbench.
 *
 * @param user as {@code uid:gid}; files that it writes are ralbench's own
 * @param openFiles limit of open files; -1 for none
 */
record OwnRights(String user, long openFiles) {
    private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+\\S+\\s+(\\S+)\\s+files.*");

    static OwnRights of(ProcFs proc) {
        long self = ProcessHandle.current().pid();
        var user = proc.status(self)
                .map(status -> id(status, "Uid") + ":" + id(status, "Gid"))
                .orElse("");
        return new OwnRights(user, hardLimit(proc.lines(self + "/limits")).orElse(-1L));
    }

    /** Real, effective, saved and file system id, in this order. */
    private static String id(StatusFile status, String key) {
        return status.value(key).orElse("0").split("\\s+", 2)[0];
    }

    /** The hard one: a JVM raises its own, and that of its children, to it. */
    private static Optional<Long> hardLimit(List<String> limits) {
        return limits.stream()
                .map(OPEN_FILES::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .filter(limit -> !limit.equals("unlimited"))
                .map(Long::parseLong)
                .findFirst();
    }
}
