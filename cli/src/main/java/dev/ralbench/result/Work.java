package dev.ralbench.result;

import java.util.Map;
import java.util.Optional;

/**
 * What one request makes a target do, found by single requests before the load: variants are only compared if they do
 * the same work.
 *
 * @param status of the answer
 * @param contentType of the answer, without parameters
 * @param bodyBytes length of the answer's body
 * @param bodySha256 over the body's bytes
 * @param shapeSha256 over the structure of a JSON body, with all values replaced by their kinds; empty for others
 * @param servedPerRequest statements, commands and calls served by servers beside the target, by the server's name
 */
public record Work(
        int status,
        Optional<String> contentType,
        long bodyBytes,
        String bodySha256,
        Optional<String> shapeSha256,
        Map<String, Double> servedPerRequest) {
    public Work {
        servedPerRequest = Map.copyOf(servedPerRequest);
    }
}
