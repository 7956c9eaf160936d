package dev.ralbench.junit;

import dev.ralbench.dependency.kind.DependencyKind;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A load test: ralbench applies a load after the {@code @BeforeEach} methods, and the method asserts on the
 * {@link RalbenchRun} that it takes as a parameter.
 *
 * <pre>{@code
 * @SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
 * class ShopTest {
 *     @LocalServerPort
 *     int port;
 *
 *     @Ralbench(url = "http://127.0.0.1:{port}/products/42", users = 20, duration = "10s")
 *     void holds(RalbenchRun run) {
 *         assertThat(run.level(20).p99()).isLessThan(ofMillis(300));
 *     }
 * }
 * }</pre>
 *
 * <p>One of {@link #scenario}, {@link #url}, or {@link #base} with {@link #head} says what is measured. Without any of them
 * nothing is, and the method takes a {@link RalbenchRunner} to measure what it builds itself.
 *
 * <p>The test fails before its method is called if a service cannot be loaded, if a trial is invalid, or if a limit under
 * {@code expect} in the scenario is not kept. A gate decides about invalid trials of its run by itself.
 *
 * <p>In texts, <code>{NAME}</code> stands for the value of the field NAME of the test's instance, static or not, or for
 * what its method NAME without parameters returns; of nested tests those of the inner class first. Without either it is a
 * configuration parameter of JUnit, which may be a system property.
 *
 * <p>The method is a {@link Test} with the tag {@code ralbench}. If tests run in parallel, it runs alone, because others would
 * take the CPUs that it measures.
 */
@Test
@Tag("ralbench")
@ResourceLock("org.junit.platform.engine.support.hierarchical.ExclusiveResource.GLOBAL_KEY") // as @Isolated, of a class
@ExtendWith(RalbenchExtension.class)
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Ralbench {
    /**
     * The name of a built-in scenario; or a file that ends in {@code .yaml} or {@code .yml}: a resource in the package of
     * the test class or from the root of the class path, or a path.
     */
    String scenario() default "";

    /** The URL of a request to a service that runs already, which becomes the only variant, {@code url}. */
    String url() default "";

    /**
     * The URL that {@link #head} is compared with: requests to both take turns in short windows, as the {@link #gate} says.
     * The variants are called {@code base} and {@code head}.
     */
    String base() default "";

    /** The URL that is judged, next to {@link #base}. */
    String head() default "";

    /** How many users there are at once: 1 or more. 0 for those of the scenario, or 10 for a URL. */
    int users() default 0;

    /** How long the load lasts, such as {@code 10s}; empty for as long as the scenario says, or 10 s for a URL. A gate has times of its own. */
    String duration() default "";

    /**
     * Other options of {@code ralbench run} that change a scenario, such as {@code --quick}, {@code --think=1s},
     * {@code --header=Accept: text/plain} or {@code --variant=head=http://127.0.0.1:{port}}.
     */
    String[] options() default {};

    /**
     * The gate that defines the measurement and ends it once it has decided: the name of a built-in, such as {@code pr}, or
     * a file, found as that of {@link #scenario}. Empty for none; with {@link #base} for {@code pr}.
     */
    String gate() default "";

    /**
     * Values for <code>${env:NAME}</code> in the scenario, each as {@code NAME=VALUE}, before those of the environment:
     * {@code PORT={port}}. Results have the placeholder and not the value.
     */
    String[] env() default {};

    /** Kinds of the servers that the scenario needs, such as {@code RedisKind.class}. Each has a constructor without parameters. */
    Class<? extends DependencyKind>[] kinds() default {};
}
