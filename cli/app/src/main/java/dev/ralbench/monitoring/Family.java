package dev.ralbench.monitoring;

/**
 * What monitoring systems get, each under a name of Prometheus' conventions and one of OpenTelemetry's. Those whose names
 * OpenTelemetry's semantic conventions fix for any client have these; its names for processes and JVMs are for programs
 * that describe themselves, and ralbench describes another one.
 */
enum Family {
    RUN("ralbench_run", "ralbench.run", "1", Kind.INFO, "The run that the figures are of."),
    REQUESTS("ralbench_requests", "ralbench.requests", "{request}", Kind.COUNTER, "Requests that ended, by outcome."),
    REQUEST_DURATION(
            "ralbench_request_duration_seconds",
            "http.client.request.duration",
            "s",
            Kind.HISTOGRAM,
            "Response times of successful requests."),
    JOURNEYS("ralbench_journeys", "ralbench.journeys", "{journey}", Kind.COUNTER, "Journeys that ended, by outcome."),
    JOURNEY_DURATION(
            "ralbench_journey_duration_seconds",
            "ralbench.journey.duration",
            "s",
            Kind.HISTOGRAM,
            "Times of successful journeys."),
    USERS("ralbench_users", "ralbench.users", "{user}", Kind.GAUGE, "Active users; connections of a load at a rate."),
    USERS_PLANNED(
            "ralbench_users_planned",
            "ralbench.users.planned",
            "{user}",
            Kind.GAUGE,
            "Users that the plan has active now; of a load at a rate the most connections."),
    TARGET_CPU(
            "ralbench_target_cpu_seconds",
            "ralbench.target.cpu.time",
            "s",
            Kind.COUNTER,
            "CPU time of the target's process under load."),
    TARGET_RESIDENT(
            "ralbench_target_resident_memory_bytes",
            "ralbench.target.memory.resident",
            "By",
            Kind.GAUGE,
            "Resident set of the target's process."),
    TARGET_HEAP(
            "ralbench_target_heap_used_bytes",
            "ralbench.target.heap.used",
            "By",
            Kind.GAUGE,
            "Used heap of the target, garbage included."),
    TARGET_HEAP_AFTER_COLLECTION(
            "ralbench_target_heap_after_collection_bytes",
            "ralbench.target.heap.used_after_collection",
            "By",
            Kind.GAUGE,
            "Used heap of the target after its last garbage collection."),
    TARGET_COLLECTION(
            "ralbench_target_gc_seconds",
            "ralbench.target.gc.time",
            "s",
            Kind.COUNTER,
            "Time that the target spent in garbage collections under load."),
    TARGET_THREADS(
            "ralbench_target_threads",
            "ralbench.target.threads",
            "{thread}",
            Kind.GAUGE,
            "Live threads of the target's process."),
    TARGET_THREAD_GROUP(
            "ralbench_target_group_threads",
            "ralbench.target.group.threads",
            "{thread}",
            Kind.GAUGE,
            "Live threads of the target by the beginning of their names."),
    TARGET_ACCEPT_QUEUE(
            "ralbench_target_accept_queue",
            "ralbench.target.accept_queue",
            "{connection}",
            Kind.GAUGE,
            "Connections that the target has not accepted yet."),
    TARGET_LOOP_LAG(
            "ralbench_target_event_loop_lag_seconds",
            "ralbench.target.event_loop.lag",
            "s",
            Kind.GAUGE,
            "Lateness of timers on the target's event loop."),
    POOL_IN_USE(
            "ralbench_target_pool_in_use",
            "ralbench.target.pool.in_use",
            "{connection}",
            Kind.GAUGE,
            "Used connections, or busy threads, of a pool in the target."),
    POOL_WAITING(
            "ralbench_target_pool_waiting",
            "ralbench.target.pool.waiting",
            "{request}",
            Kind.GAUGE,
            "Requests that wait for a pool in the target."),
    POOL_LIMIT(
            "ralbench_target_pool_limit",
            "ralbench.target.pool.limit",
            "{connection}",
            Kind.GAUGE,
            "Size that a pool in the target cannot exceed."),
    DEPENDENCY_OPERATIONS(
            "ralbench_dependency_operations",
            "ralbench.dependency.operations",
            "{operation}",
            Kind.COUNTER,
            "What a dependency served under load: SQL statements, commands."),
    DEPENDENCY_RUNNING(
            "ralbench_dependency_running",
            "ralbench.dependency.running",
            "{operation}",
            Kind.GAUGE,
            "Operations that run in a dependency."),
    DEPENDENCY_CONNECTIONS(
            "ralbench_dependency_connections",
            "ralbench.dependency.connections",
            "{connection}",
            Kind.GAUGE,
            "Open connections of a dependency."),
    GENERATOR_CPU(
            "ralbench_generator_cpu_seconds",
            "ralbench.generator.cpu.time",
            "s",
            Kind.COUNTER,
            "CPU time of the load generator under load."),
    GENERATOR_LIMITED(
            "ralbench_generator_limited",
            "ralbench.generator.limited",
            "1",
            Kind.GAUGE,
            "1 if the load generator may limit the load at this moment, else 0."),
    MACHINE_BUSY(
            "ralbench_machine_busy_ratio",
            "ralbench.machine.busy",
            "1",
            Kind.GAUGE,
            "Busy share of all CPUs of the machine."),
    LEVELS_JUDGED(
            "ralbench_capacity_levels",
            "ralbench.capacity.levels",
            "{level}",
            Kind.COUNTER,
            "Levels of a search for capacity that were held against its objective."),
    TRIALS("ralbench_trials", "ralbench.trials", "{trial}", Kind.COUNTER, "Trials that have ended."),
    RUN_START(
            "ralbench_run_start_timestamp_seconds",
            "ralbench.run.start",
            "s",
            Kind.GAUGE,
            "When a stored run began, since 1970."),
    FIGURE(
            "ralbench_figure",
            "ralbench.figure",
            "1",
            Kind.GAUGE,
            "A metric of a stored run, of all trials of a variant at a level, in the unit that the label names."),
    CHANGE(
            "ralbench_change",
            "ralbench.change",
            "1",
            Kind.GAUGE,
            "A metric against the baseline: of a ratio the relative change, else in the unit that the label names."),
    CHANGE_LOW("ralbench_change_low", "ralbench.change.low", "1", Kind.GAUGE, "Lower bound of ralbench_change."),
    CHANGE_HIGH("ralbench_change_high", "ralbench.change.high", "1", Kind.GAUGE, "Upper bound of ralbench_change."),
    VERDICT(
            "ralbench_verdict",
            "ralbench.verdict",
            "1",
            Kind.GAUGE,
            "1: the verdict on a change, which the label names.");

    /** How values are put together. */
    enum Kind {
        /** Only grows. */
        COUNTER,
        GAUGE,
        HISTOGRAM,
        /** Is 1; its labels are what it says. */
        INFO,
    }

    private final String prometheus;
    private final String openTelemetry;
    private final String unit;
    private final Kind kind;
    private final String help;

    Family(String prometheus, String openTelemetry, String unit, Kind kind, String help) {
        this.prometheus = prometheus;
        this.openTelemetry = openTelemetry;
        this.unit = unit;
        this.kind = kind;
        this.help = help;
    }

    /** Without the ending that its kind has there. */
    String prometheus() {
        return prometheus;
    }

    String openTelemetry() {
        return openTelemetry;
    }

    /** In UCUM. */
    String unit() {
        return unit;
    }

    Kind kind() {
        return kind;
    }

    String help() {
        return help;
    }
}
