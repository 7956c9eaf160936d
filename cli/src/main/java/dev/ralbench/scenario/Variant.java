package dev.ralbench.scenario;

import dev.ralbench.load.RequestTemplate;
import java.util.Optional;

/**
 * One row of the result table: a target and what is sent to it.
 *
 * @param name the key in the scenario file
 * @param request the scenario's request, with the variant's own path where it has one, and the query of both
 * @param expectFailures why requests fail, where that is what the variant is there to show
 */
public record Variant(String name, TargetChoice target, RequestTemplate request, Optional<String> expectFailures) {}
