package dev.ralbench.process;

import dev.ralbench.WholeNumber;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the kernel's files about processes. A process can end at any moment, so whatever cannot be read counts as not
 * there; that is also how it is on a machine without {@code /proc}.
 */
public record ProcFs(Path root) {
    /** Written to {@code clear_refs} it resets VmHWM to the present resident set; see proc(5). */
    private static final String RESET_PEAK = "5";

    /** Start of the link of a socket's descriptor, before its id and a bracket. */
    private static final String SOCKET = "socket:[";

    private static final int STAT_BYTES = 512;
    private static final int STATUS_BYTES = 2048;

    private static final Pattern NAMESPACE = Pattern.compile("pid:\\[(\\d{1,18})]");

    public static ProcFs ofThisMachine() {
        return new ProcFs(Path.of("/proc"));
    }

    /** Whether this machine has it, as Linux does. */
    public boolean exists() {
        return Files.isDirectory(root.resolve("self"));
    }

    public Optional<ProcessStat> stat(long pid) {
        return KernelFiles.read(process(pid).resolve("stat"), STAT_BYTES).flatMap(ProcessStat::parse);
    }

    public Optional<StatusFile> status(long pid) {
        return KernelFiles.read(process(pid).resolve("status"), STATUS_BYTES).map(StatusFile::parse);
    }

    /** The status of every process. */
    public List<ProcessStat> stats() {
        return numbersIn(root).stream().flatMap(pid -> stat(pid).stream()).toList();
    }

    /** Hands over each thread of a process, by its id. */
    public void eachThread(long pid, BiConsumer<Long, StatusFile> consumer) {
        var tasks = process(pid).resolve("task");
        for (long id : numbersIn(tasks)) {
            KernelFiles.read(tasks.resolve(id + "/status"), STATUS_BYTES)
                    .ifPresent(text -> consumer.accept(id, StatusFile.parse(text)));
        }
    }

    /** CPU time of one thread of a process, user and system, in ticks. */
    public OptionalLong threadTicks(long pid, long thread) {
        // The child times in its file are the process's.
        return KernelFiles.read(process(pid).resolve("task/" + thread + "/stat"), STAT_BYTES)
                .flatMap(ProcessStat::parse)
                .map(stat -> OptionalLong.of(stat.cpuTicks() - stat.childTicks()))
                .orElseGet(OptionalLong::empty);
    }

    /** How long a thread of a process ran, and waited for a CPU; empty if the kernel does not say, or it has ended. */
    public Optional<OwnProcess.Schedule> schedule(long pid, long thread) {
        return KernelFiles.read(process(pid).resolve("task/" + thread + "/schedstat"), STAT_BYTES)
                .flatMap(OwnProcess.Schedule::parse);
    }

    /** The CPU that a thread ran on last; empty if it has ended. */
    public OptionalInt lastCpu(long pid, long thread) {
        return KernelFiles.read(process(pid).resolve("task/" + thread + "/stat"), STAT_BYTES).stream()
                .flatMapToInt(line -> ProcessStat.lastCpu(line).stream())
                .findFirst();
    }

    /**
     * The memory of a process in main memory.
     *
     * @param residentBytes all of it
     * @param proportionalBytes its share of it: a page that n processes have counts as an n-th of it (PSS)
     */
    public record Memory(long residentBytes, long proportionalBytes) {}

    /**
     * The memory of a process; empty if unreadable. The kernel walks through all pages for it: some 30 ms for 1 GiB,
     * in which the process may have to wait for more memory.
     */
    public Optional<Memory> memory(long pid) {
        return KernelFiles.read(process(pid).resolve("smaps_rollup"))
                .map(StatusFile::parse)
                .map(sums -> new Memory(sums.kilobytes("Rss"), sums.kilobytes("Pss")))
                .filter(memory -> memory.residentBytes() > 0);
    }

    /** The file of the program that a process runs; empty if unreadable. */
    public Optional<Path> program(long pid) {
        try {
            return Optional.of(Files.readSymbolicLink(process(pid).resolve("exe")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether the peak of the resident set could be reset; it needs the same user, and a kernel that has it. */
    public boolean resetResidentPeak(long pid) {
        try {
            Files.writeString(process(pid).resolve("clear_refs"), RESET_PEAK);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Processes that were started with {@code NAME=value} in their environment, as far as it may be read. */
    public List<Long> pidsWithVariable(String variable) {
        return numbersIn(root).stream()
                .filter(pid -> variables(pid).anyMatch(variable::equals))
                .toList();
    }

    /** The ids of all processes; some may have ended before the caller uses them. */
    public List<Long> pids() {
        return numbersIn(root);
    }

    /** The value that a variable had when the process was started; empty if it had none, or is unreadable. */
    public Optional<String> variable(long pid, String name) {
        var beginning = name + "=";
        return variables(pid)
                .filter(variable -> variable.startsWith(beginning))
                .map(variable -> variable.substring(beginning.length()))
                .findFirst();
    }

    private Stream<String> variables(long pid) {
        return KernelFiles.read(process(pid).resolve("environ")).stream()
                .flatMap(environment -> Stream.of(environment.split("\0", -1)));
    }

    /** Whether the process has HotSpot's library in its memory. */
    public boolean isJvm(long pid) {
        return KernelFiles.read(process(pid).resolve("maps"))
                .filter(maps -> maps.contains("/libjvm.so"))
                .isPresent();
    }

    /** Whether the command that it was started by contains a text; false if that may not be read. */
    public boolean isStartedWith(long pid, String text) {
        return KernelFiles.read(process(pid).resolve("cmdline"))
                .filter(command -> command.contains(text))
                .isPresent();
    }

    /** The lines of one of the kernel's tables, without its heading. */
    public List<String> lines(String table) {
        return KernelFiles.read(root.resolve(table)).stream()
                .flatMap(text -> text.lines().skip(1))
                .toList();
    }

    /** The first of the ports that the kernel gives to connections; Linux' default where the kernel does not say. */
    int firstPortOfConnections() {
        return KernelFiles.read(root.resolve("sys/net/ipv4/ip_local_port_range"))
                .flatMap(range -> WholeNumber.smallIn(range.strip().split("\\s", 2)[0]))
                .orElse(32_768);
    }

    /** The sockets at the beginning of a table, up to the first that does not listen. */
    List<ListeningSocket> listening(long pid, String table) {
        try (var lines = Files.lines(process(pid).resolve(table), StandardCharsets.ISO_8859_1)) {
            return lines.skip(1)
                    .map(ListeningSocket::parse)
                    .takeWhile(Optional::isPresent)
                    .flatMap(Optional::stream)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }

    /** Ids of the sockets that the process has open; empty if unreadable. */
    public Optional<Set<String>> sockets(long pid) {
        var ids = new HashSet<String>();
        try (var descriptors = Files.newDirectoryStream(process(pid).resolve("fd"))) {
            for (var descriptor : descriptors) {
                socket(descriptor).ifPresent(ids::add);
            }
            return Optional.of(ids);
        } catch (IOException | DirectoryIteratorException e) {
            return Optional.empty();
        }
    }

    /**
     * A control group that a process is in.
     *
     * @param controllers separated by commas; empty for the one hierarchy of version 2
     * @param path within the hierarchy, beginning with a slash
     */
    public record Group(String controllers, String path) {}

    /** The control groups that this very process is in, one for each hierarchy; see cgroups(7). */
    public List<Group> ownGroups() {
        return groups(root.resolve("self"));
    }

    /** The control groups that a process is in, one for each hierarchy. */
    List<Group> groups(long pid) {
        return groups(process(pid));
    }

    private static List<Group> groups(Path process) {
        return KernelFiles.read(process.resolve("cgroup")).stream()
                .flatMap(String::lines)
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3 && parts[2].startsWith("/"))
                .map(parts -> new Group(parts[1], parts[2]))
                .toList();
    }

    /** Ports that the kernel gives to connections that do not ask for one, both ends included. */
    public record Ports(int first, int last, int reserved) {
        public int count() {
            return last - first + 1 - reserved;
        }
    }

    /** The local ports of connections; empty if the kernel does not say. */
    public Optional<Ports> localPorts() {
        return KernelFiles.read(root.resolve("sys/net/ipv4/ip_local_port_range"))
                .map(text -> text.strip().split("\\s+"))
                .filter(parts -> parts.length == 2)
                .flatMap(parts -> WholeNumber.smallIn(parts[0])
                        .flatMap(first -> WholeNumber.smallIn(parts[1]).map(last -> ports(first, last))));
    }

    private Ports ports(int first, int last) {
        var reserved = KernelFiles.read(root.resolve("sys/net/ipv4/ip_local_reserved_ports"))
                .orElse("");
        return new Ports(first, last, reservedWithin(first, last, reserved.strip()));
    }

    /** @param list as the kernel has it: {@code 8080,9000-9100}; it is sorted, and nothing is in it twice */
    private static int reservedWithin(int first, int last, String list) {
        int count = 0;
        for (var range : list.isEmpty() ? new String[0] : list.split(",", -1)) {
            var ends = range.split("-", -1);
            int from = Math.max(first, WholeNumber.smallIn(ends[0]).orElse(Integer.MAX_VALUE));
            int to = Math.min(last, WholeNumber.smallIn(ends[ends.length - 1]).orElse(0));
            count += (int) Math.max(0, (long) to - from + 1);
        }
        return count;
    }

    /** The number of the PID namespace that this very process is in, and its ids with it; 0 where that cannot be read. */
    public long pidNamespace() {
        try {
            var target = Files.readSymbolicLink(root.resolve("self/ns/pid")).toString();
            var number = NAMESPACE.matcher(target);
            return number.matches() ? Long.parseLong(number.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * Whether a process is in the same namespace as this very process.
     *
     * @param kind the kernel's name: {@code mnt} of file systems, {@code net} of networks
     */
    public boolean isInOwnNamespace(long pid, String kind) {
        try {
            return Files.readSymbolicLink(process(pid).resolve("ns").resolve(kind))
                    .equals(Files.readSymbolicLink(root.resolve("self/ns").resolve(kind)));
        } catch (IOException e) {
            return false; // it has ended, or is another user's
        }
    }

    private static Optional<String> socket(Path descriptor) {
        try {
            var target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith(SOCKET)
                    ? Optional.of(target.substring(SOCKET.length(), target.length() - 1))
                    : Optional.empty();
        } catch (IOException closedMeanwhile) {
            return Optional.empty();
        }
    }

    /** The root of the file system as the process sees it; another one for a process in a container. */
    public Path fileSystemOf(long pid) {
        return process(pid).resolve("root");
    }

    private Path process(long pid) {
        return root.resolve(String.valueOf(pid));
    }

    /** The text of one of the kernel's files, by its path below the root; empty if there is none. */
    Optional<String> text(String path) {
        return KernelFiles.read(root.resolve(path));
    }

    private static List<Long> numbersIn(Path directory) {
        var names = directory.toFile().list();
        return names == null // the process ended
                ? List.of()
                : Arrays.stream(names)
                        .flatMap(name -> WholeNumber.in(name).stream())
                        .toList();
    }
}
