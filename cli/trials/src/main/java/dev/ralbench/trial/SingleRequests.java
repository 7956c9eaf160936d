package dev.ralbench.trial;

import dev.ralbench.http.ControlClient;
import dev.ralbench.load.ResponseCheck;

/**
 * How single requests before a load are sent and judged.
 *
 * @param check compares a response with the expected one
 */
public record SingleRequests(ControlClient client, ResponseCheck check) {}
