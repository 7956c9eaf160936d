package dev.ralbench.trial;

import dev.ralbench.http.ControlClient;
import dev.ralbench.load.ResponseCheck;

/**
 * How single requests before a load are sent and judged.
 *
 * @param check looks into responses
 */
public record SingleRequests(ControlClient client, ResponseCheck check) {}
