package dev.ralbench.trial;

import dev.ralbench.http.ControlClient;
import dev.ralbench.load.AnswerCheck;

/**
 * How single requests before a load are sent and judged.
 *
 * @param check holds an answer against what is expected
 */
public record SingleRequests(ControlClient client, AnswerCheck check) {}
