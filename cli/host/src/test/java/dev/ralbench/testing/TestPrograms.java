package dev.ralbench.testing;

import dev.ralbench.process.Program;
import java.util.List;

/** Programs whose images tests start. */
public final class TestPrograms {
    public static final Program MYSQL = new Program("mysql", List.of("mysql:8.4", "ralbench/mysql:9.7"));
    public static final Program REDIS = new Program("redis", List.of("redis:7", "ralbench/redis:8"));
    public static final List<Program> ALL = List.of(Program.JAVA, MYSQL, REDIS);

    private TestPrograms() {}
}
