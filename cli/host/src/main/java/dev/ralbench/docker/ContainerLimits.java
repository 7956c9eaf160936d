package dev.ralbench.docker;

import com.github.dockerjava.api.model.HostConfig;
import dev.ralbench.Failure;
import dev.ralbench.ResourceLimits;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Limits in the words of the Docker engine, which puts each container into a control group of its own. */
final class ContainerLimits {
    private static final Duration ASK_LIMIT = Duration.ofSeconds(5);
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

    private ContainerLimits() {}

    /** The limits as options of {@code docker run}, except the one on open files, which every container has. */
    static List<String> options(ResourceLimits limits) {
        var options = new ArrayList<String>();
        limits.threads().ifPresent(most -> options.addAll(List.of("--pids-limit", String.valueOf(most))));
        limits.memoryBytes()
                .map(bytes -> bytes + "b")
                .ifPresent(size -> options.addAll(List.of("--memory", size, "--memory-swap", size)));
        limits.cpus().ifPresent(cpus -> options.addAll(List.of("--cpus", String.valueOf(cpus))));
        return options;
    }

    static long openFiles(ResourceLimits limits, OwnRights rights) {
        return limits.openFiles().map(Long::valueOf).orElse(rights.openFiles());
    }

    static void apply(ResourceLimits limits, HostConfig host) {
        limits.threads().ifPresent(most -> host.withPidsLimit(most.longValue()));
        // Memory and swap together: no more than the memory.
        limits.memoryBytes().ifPresent(bytes -> host.withMemory(bytes).withMemorySwap(bytes));
        limits.cpus()
                .ifPresent(cpus -> host.withNanoCPUs(
                        BigDecimal.valueOf(cpus).multiply(NANOS).longValue()));
    }

    /** Makes sure that the engine's kernel can enforce them: an engine starts containers even if it cannot. */
    static void check(ResourceLimits limits, EngineSocket socket) {
        if (limits.isEmpty()) {
            return;
        }
        try {
            var info = socket.get("/info", ASK_LIMIT).body();
            limits.threads().ifPresent(most -> require(info, "PidsLimit", "threads"));
            limits.memoryBytes().ifPresent(bytes -> require(info, "MemoryLimit", "memory"));
            limits.cpus().ifPresent(cpus -> require(info, "CpuCfsQuota", "cpus"));
        } catch (IOException | TimeoutException e) {
            throw EngineFailure.of("the Docker engine does not say which limits it can enforce", e);
        }
    }

    private static void require(String info, String ability, String limit) {
        if (!info.contains("\"" + ability + "\":true")) {
            throw Failure.environment(
                    limit + " cannot be enforced here",
                    "the Docker engine's kernel has no such limit (docker info: " + ability + ")",
                    "use another machine, or leave the limit out");
        }
    }
}
