package dev.ralbench.trial;

import dev.ralbench.http.ControlClient;
import dev.ralbench.load.ResponseCheck;
import dev.ralbench.load.SenderFactory;

/**
 * How requests around a load are sent and judged.
 *
 * @param client of single requests
 * @param check looks into their responses
 * @param steps senders of steps that extract values and keep cookies
 */
public record SingleRequests(ControlClient client, ResponseCheck check, SenderFactory steps) {}
