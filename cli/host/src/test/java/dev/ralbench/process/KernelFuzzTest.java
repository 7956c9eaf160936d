package dev.ralbench.process;

import static dev.ralbench.testing.FuzzTarget.ofText;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Printable;
import dev.ralbench.testing.FuzzTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Files of kernels, logs of services and lists of CPUs, in whatever state. */
class KernelFuzzTest {
    private static final long PID = 7;
    /** Each writes two dozen files. */
    private static final int FEWER = 60;

    @TestFactory
    Stream<DynamicTest> everyTextIsReadOrCountsAsNotThere() {
        return FuzzTarget.tests(targets());
    }

    static List<FuzzTarget> targets() {
        return List.of(
                ofText(
                        "cpu-list",
                        List.of("0,2-3", "0-9999", "1"),
                        List.of("-", ",", "9999", "10000"),
                        text -> CpuSet.parse(text).ifPresent(cpus -> {
                            assertThat(CpuSet.parse(cpus.toString()).orElse(CpuSet.none()))
                                    .isEqualTo(cpus);
                            assertThat(cpus.plus(cpus)).isEqualTo(cpus);
                        })),
                ofText(
                        "proc-stat",
                        List.of(
                                "7 (a b) c) S 1 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 9 0 99 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 17 1 0",
                                "7 (java) Z 1 7 7"),
                        List.of(") S ", " -1", "  ", ")"),
                        text -> {
                            ProcessStat.parse(text)
                                    .ifPresent(
                                            stat -> assertThat(stat.isZombie()).isIn(true, false));
                            ProcessStat.lastCpu(text);
                        }),
                ofText(
                        "proc-status",
                        List.of("""
                                Name:\tjava
                                State:\tS (sleeping)
                                Pid:\t7
                                NSpid:\t7\t1
                                VmRSS:\t  100 kB
                                VmHWM:\t200 kB
                                VmSwap:\t0 kB
                                Cpus_allowed_list:\t0-1
                                voluntary_ctxt_switches:\t5
                                nonvoluntary_ctxt_switches:\t6
                                """),
                        List.of("VmRSS:", "VmHWM:\t", " kB", "NSpid:\t"),
                        KernelFuzzTest::readStatus),
                ofText(
                                "proc-files",
                                List.of(
                                        "1 2 3\n",
                                        "32768\t60999\n",
                                        "0::/system.slice/x\n4:cpu,cpuacct:/y\n",
                                        "cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n",
                                        "  sl  local_address rem_address   st tx_queue\n   0: 0100007F:1F90 00000000:0000 0A 0:0 00:0 0 0 0 4711 1\n",
                                        "Rss:  100 kB\nPss:  50 kB\n",
                                        "usage_usec 123\nnr_throttled 4\n",
                                        "TCP: inuse 5 orphan 0 tw 3 alloc 7 mem 1\n",
                                        "some avg10=0.00 total=99\n"),
                                List.of("usage_usec ", "cpu0 ", "0A", ":1F90", "tw ", "total=", "-"),
                                KernelFuzzTest::readFiles)
                        .trying(FEWER),
                ofText(
                        "log",
                        List.of(
                                "Exception in thread \"main\" java.lang.IllegalStateException: x\n\tat a.B.c(B.java:1)\nCaused by: y\n\t... 3 more\n",
                                "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    x()\nValueError: no\n",
                                "panic: runtime error\n\ngoroutine 1 [running]:\nmain.main()\n\t/a.go:1\nexit status 2\n",
                                "thread 'main' panicked at src/main.rs:2:5:\nboom\nnote: run with `RUST_BACKTRACE=1`\n",
                                "Error: x\n    at f (a.js:1:2) {\n  [cause]: Error: y\n      at g\n}\n\nNode.js v20.1.0\n"),
                        List.of(
                                "Caused by: ",
                                "\tat ",
                                "\t... 1 more\n",
                                "panic: ",
                                "\u001b[1m",
                                "\r",
                                "During handling of the above exception\n"),
                        KernelFuzzTest::readLog),
                ofText(
                        "shell-words",
                        List.of("run 'a b' \"c\\\"d\" e\\ f", "''", "java -jar x.jar"),
                        List.of("\\", "'", "\""),
                        text -> ShellWords.split(text)
                                .forEach(word -> assertThat(ShellWords.split(ShellWords.quoted(word)))
                                        .as(word)
                                        .containsExactly(word))),
                ofText(
                        "owner",
                        List.of(
                                "12-345-678",
                                "12-345-678-x",
                                "4194304-999999999999999999-4026531836-2-mysql",
                                "0-0-0",
                                "007-1-2-\n"),
                        List.of("-", "-1", "0", "999999999999999999", "\u0663"),
                        text -> Owner.in(text)
                                .ifPresent(owner ->
                                        assertThat(Owner.in(owner.toString())).contains(owner))));
    }

    private static void readStatus(String text) {
        var status = StatusFile.parse(text);
        assertThat(status.residentBytes()).isNotNegative();
        assertThat(status.residentPeakBytes()).isNotNegative();
        assertThat(status.swappedBytes()).isNotNegative();
        assertThat(status.voluntarySwitches() + status.involuntarySwitches()).isNotNegative();
        status.mayRunOn();
        status.innermostPid();
        status.isZombie();
        status.isInOtherNamespace();
    }

    /** One text as the content of every file that is read. */
    private static void readFiles(String text) {
        try {
            var root = Files.createTempDirectory("proc");
            try {
                var self = Files.createDirectories(root.resolve("self"));
                Files.createDirectories(self.resolve("net"));
                Files.createDirectories(root.resolve(PID + "/task/" + PID));
                Files.createDirectories(root.resolve("net"));
                Files.createDirectories(root.resolve("pressure"));
                Files.createDirectories(root.resolve("sys/net/ipv4"));
                for (var file : List.of(
                        "self/stat",
                        "self/status",
                        "self/cgroup",
                        "self/net/sockstat",
                        "net/tcp",
                        "net/tcp6",
                        "stat",
                        "pressure/memory",
                        "sys/net/ipv4/ip_local_port_range",
                        "sys/net/ipv4/ip_local_reserved_ports",
                        PID + "/stat",
                        PID + "/status",
                        PID + "/cgroup",
                        PID + "/smaps_rollup",
                        PID + "/environ",
                        PID + "/task/" + PID + "/stat",
                        PID + "/task/" + PID + "/status",
                        PID + "/task/" + PID + "/schedstat",
                        "cpu.stat",
                        "cgroup.procs")) {
                    Files.writeString(root.resolve(file), text);
                }
                read(new ProcFs(root));
                GroupCounter.counts(root);
                new GroupCounter(root).cpuMicros();
                new GroupCounter(root).pids();
            } finally {
                DirectoryTree.delete(root);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(ProcFs proc) {
        proc.stat(PID);
        proc.stats();
        proc.status(PID);
        proc.threadTicks(PID, PID);
        proc.schedule(PID, PID);
        proc.lastCpu(PID, PID);
        proc.memory(PID).ifPresent(memory -> assertThat(memory.residentBytes()).isPositive());
        proc.eachThread(PID, (id, status) -> status.voluntarySwitches());
        proc.variable(PID, "A");
        proc.groups(PID);
        proc.ownGroups();
        proc.localPorts();
        CpuTicks.all(proc);
        new PortOwner(proc).listens(List.of(PID), 8080);
        var own = new OwnProcess(proc);
        own.majorFaults();
        own.niceness();
        own.swappedBytes();
        own.memoryStallMicros();
        own.timeWaitSockets();
    }

    private static void readLog(String text) {
        try {
            var file = Files.createTempFile("service", ".log");
            try {
                Files.writeString(file, text);
                var log = new LogFile(file);
                for (var part : List.of(log.tail(), log.ending(), log.endingForMessage())) {
                    assertThat(part.codePoints()
                                    .noneMatch(sign -> Printable.isHidden(sign) && sign != '\n' && sign != '\t'))
                            .isTrue();
                }
                log.saysAddressInUse();
                var cut = new LogCut(file);
                cut.holdToSize();
                assertThat(Files.readString(file)).isEqualTo(text); // far below the limit
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
