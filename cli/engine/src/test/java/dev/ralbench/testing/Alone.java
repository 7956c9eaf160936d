package dev.ralbench.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * An integration test that asserts something of a measurement: whether a trial is valid, how much a request costs, how
 * fast a response came. Maven runs these one at a time, those of all modules in {@code app}, after which no other module
 * has tests; the others, which mostly wait, run several at a time.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Tag("alone")
public @interface Alone {}
