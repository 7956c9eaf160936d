package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Repository;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A machine, as far as network, temporary files and CPU limits go: namespaces that a shell holds. When this JVM ends in
 * whatever way, the shell's standard input does; it then kills all that runs on the machine, and its link goes with it.
 */
final class NamespaceMachine implements AutoCloseable {
    private static final Pattern LISTENS = Pattern.compile("agent listens on (\\S+),");
    private static final Duration PATIENCE = FleetOfMachines.PATIENCE;
    /** Addresses for tests of networks (RFC 2544), four for each link. */
    private static final String NETWORK = "198.19.%d.%d";

    private static final int NETWORKS = 1 << 14;
    private static final int ATTEMPTS = 100;
    private static final Path GROUPS_VERSION_1 = Path.of("/sys/fs/cgroup/cpu");
    private static final Path GROUPS_VERSION_2 = Path.of("/sys/fs/cgroup");
    private static final int PERIOD_MICROS = 100_000;

    /**
     * Checkout, directory that becomes /tmp, its size. Then it runs a command for each line that it reads. A checkout within
     * /tmp has to be visible all the same.
     */
    private static final String HOLDER = """
            trap '' INT HUP TERM
            mount -t tmpfs -o "size=$3" none "$2" || exit
            case $1 in /tmp/*) mkdir -p "$2/${1#/tmp/}" && mount --rbind "$1" "$2/${1#/tmp/}" || exit ;; esac
            mount --rbind "$2" /tmp || exit
            group=
            echo ready
            while IFS= read -r line; do
                if eval "$line" >&2; then echo done; else echo failed; fi
            done
            for each in /proc/[0-9]*; do
                [ "${each#/proc/}" != $$ ] && [ "$each/ns/mnt" -ef /proc/$$/ns/mnt ] && kill -KILL "${each#/proc/}"
            done
            [ -z "$group" ] || until rmdir "$group"; do sleep 0.05; done
            """;

    private final Path directory;
    private final Process holder;
    private final BufferedReader answers;
    private final Writer commands;
    private final List<RalbenchProcess> started = new ArrayList<>();
    private String address = "127.0.0.1";
    private String addressHere = "127.0.0.1";

    private NamespaceMachine(Path directory, String size, List<String> namespaces) throws IOException {
        this.directory = Files.createDirectories(directory);
        var tmp = Files.createDirectories(directory.resolve("tmp"));
        var command = new ArrayList<>(List.of("unshare", "--mount"));
        command.addAll(namespaces);
        command.addAll(List.of("sh", "-c", HOLDER, "sh", Repository.ROOT.toString(), tmp.toString(), size));
        this.holder = new ProcessBuilder(command)
                .redirectError(directory.resolve("machine.txt").toFile())
                .start();
        this.answers = holder.inputReader(StandardCharsets.UTF_8);
        this.commands = holder.outputWriter(StandardCharsets.UTF_8);
        assertThat(answers.readLine()).as(this::messages).isEqualTo("ready");
    }

    /** One with this machine's network, for a main. */
    static NamespaceMachine here(Path directory) throws IOException {
        return new NamespaceMachine(directory, "64m", List.of());
    }

    /**
     * One with a network of its own and a link to this machine.
     *
     * @param directory for its /tmp and the output of its programs; not within /tmp
     */
    static NamespaceMachine linked(Path directory) throws IOException, InterruptedException {
        var machine = new NamespaceMachine(directory, "64m", List.of("--net"));
        try {
            machine.link();
            return machine;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            machine.close();
            throw e;
        }
    }

    private void link() throws IOException, InterruptedException {
        var name = "rbt" + holder.pid();
        succeed("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", "" + holder.pid());
        succeed("ip", "link", "set", name, "up");
        int network = ThreadLocalRandom.current().nextInt(NETWORKS);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++, network = (network + 1) % NETWORKS) {
            var here = address(network, 1);
            succeed("ip", "address", "add", here + "/30", "dev", name, "noprefixroute");
            // The kernel has one route to a network: the link that gets it has the network, whatever else runs here.
            if (exit("ip", "route", "add", address(network, 0) + "/30", "dev", name, "src", here) == 0) {
                addressHere = here;
                address = address(network, 2);
                run("ip link set lo up && ip address add " + address + "/30 dev eth0 && ip link set eth0 up"
                        + " && ip route add default via " + addressHere);
                return;
            }
            succeed("ip", "address", "delete", here + "/30", "dev", name);
        }
        throw new AssertionError("no free network among " + ATTEMPTS);
    }

    private static String address(int network, int host) {
        int last = 4 * network + host;
        return NETWORK.formatted(last / 256, last % 256);
    }

    private int exit(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("machine.txt").toFile()))
                .start()
                .waitFor();
    }

    private void succeed(String... command) throws IOException, InterruptedException {
        assertThat(exit(command)).as(this::messages).isZero();
    }

    private String messages() {
        return Repository.text(directory.resolve("machine.txt"));
    }

    /** Runs a line of shell on it. */
    void run(String line) throws IOException {
        commands.write(line + "\n");
        commands.flush();
        assertThat(answers.readLine()).as(this::messages).isEqualTo("done");
    }

    /** Its own address. */
    String address() {
        return address;
    }

    /** The address of this machine on its link. */
    String addressHere() {
        return addressHere;
    }

    /** Starts an agent, and returns when it listens. */
    Agent agent(String... options) throws IOException {
        var args = Stream.concat(Stream.of("agent", "--listen", address + ":0"), Stream.of(options))
                .toList();
        var process = start(Map.of(), args);
        process.awaitProgress("agent listens", PATIENCE);
        var line = LISTENS.matcher(process.told());
        assertThat(line.find()).as(process.told()).isTrue();
        return new Agent(this, line.group(1), process);
    }

    /** Starts ralbench. */
    RalbenchProcess start(Map<String, String> environment, List<String> args) throws IOException {
        var process = RalbenchProcess.startIn(
                Files.createDirectories(directory.resolve("program-" + started.size())),
                entering(),
                Uncalibrated.class,
                environment,
                args);
        started.add(process);
        return process;
    }

    /** Words that start the command behind them on it. */
    List<String> entering() {
        return List.of("nsenter", "--target", "" + holder.pid(), "--net", "--mount");
    }

    /**
     * An agent on it.
     *
     * @param address that it listens on, with its port
     */
    record Agent(NamespaceMachine machine, String address, RalbenchProcess process) {
        int port() {
            return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        }

        /** Waits for its end. */
        void assertEnds(ExitCode code) throws IOException, InterruptedException {
            assertThat(process.awaitEnd(PATIENCE)).as(process.told()).isEqualTo(code.code());
        }
    }

    /** Nothing passes any more. */
    void cutLink() throws IOException {
        run("ip link set eth0 down");
    }

    void restoreLink() throws IOException {
        run("ip link set eth0 up && ip route add default via " + addressHere);
    }

    /** Leaves no byte free in /tmp. */
    void fillDisk() throws IOException {
        run("cat /dev/zero >/tmp/filler 2>/dev/null; [ -s /tmp/filler ]");
    }

    void emptyDisk() throws IOException {
        run("rm /tmp/filler");
    }

    /** Whether control groups for CPU time can be made. */
    static boolean canLimitCpu() {
        return Files.isWritable(groups());
    }

    private static Path groups() {
        return Files.isDirectory(GROUPS_VERSION_1) ? GROUPS_VERSION_1 : GROUPS_VERSION_2;
    }

    /** Limits the CPU time of a process of this machine to so many percent of one CPU. */
    CpuLimit limitCpu(RalbenchProcess process, int percent) throws IOException {
        var group = groups().resolve("ralbench-machine-" + holder.pid());
        int micros = PERIOD_MICROS * percent / 100;
        if (groups().equals(GROUPS_VERSION_1)) {
            run("mkdir " + group + " && group=" + group);
            run("echo " + PERIOD_MICROS + " >$group/cpu.cfs_period_us && echo " + micros + " >$group/cpu.cfs_quota_us");
        } else {
            run("echo +cpu >" + GROUPS_VERSION_2.resolve("cgroup.subtree_control"));
            run("mkdir " + group + " && group=" + group);
            run("echo " + micros + " " + PERIOD_MICROS + " >$group/cpu.max");
        }
        run("echo " + process.pid() + " >$group/cgroup.procs");
        return new CpuLimit(group);
    }

    /** A limit on CPU time. */
    record CpuLimit(Path group) {
        /** Periods up to now in which the limit made it stand still. */
        long throttled() {
            return Repository.text(group.resolve("cpu.stat"))
                    .lines()
                    .filter(line -> line.startsWith("nr_throttled "))
                    .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                    .findFirst()
                    .orElse(0);
        }
    }

    /** Processes and temporary files on it, but for what a JVM leaves for its own next start. */
    void assertNothingIsLeft() {
        Eventually.isEmpty(Duration.ofSeconds(10), this::left);
    }

    private List<String> left() {
        var left = new ArrayList<String>();
        // its file system, as the kernel shows it to others
        var top = Path.of("/proc", Long.toString(holder.pid()), "root");
        try (var files = Files.walk(top.resolve("tmp"))) {
            files.map(file -> "/" + top.relativize(file))
                    .filter(file -> !file.equals("/tmp") && !file.startsWith("/tmp/hsperfdata_"))
                    .filter(file ->
                            !Repository.ROOT.startsWith(file) && !Path.of(file).startsWith(Repository.ROOT))
                    .forEach(left::add);
        } catch (IOException | UncheckedIOException e) {
            left.add(String.valueOf(e.getMessage())); // it changes now
        }
        var own = mountNamespace(holder.pid());
        ProcessHandle.allProcesses()
                .filter(process -> process.pid() != holder.pid()
                        && mountNamespace(process.pid()).equals(own))
                .forEach(process -> left.add(
                        process.pid() + " " + process.info().commandLine().orElse("")));
        return left;
    }

    private static String mountNamespace(long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/mnt")).toString();
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    @Override
    public void close() {
        try {
            commands.close();
            assertThat(holder.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            holder.destroyForcibly();
        }
    }
}
