package dev.ralbench.fleet;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an agent says about itself when a main joins it.
 *
 * @param build the program that it runs
 * @param host name of its machine; empty if it has none
 * @param java version of its JVM
 * @param cores that it may use
 * @param localPorts how many connections it can open to one address; 0 if it is not known
 */
public record AgentFacts(Build build, String host, String java, int cores, int localPorts) {
    private static final String VERSION = "version";
    private static final String HASH = "hash";
    private static final String HOST = "host";
    private static final String JAVA = "java";
    private static final String CORES = "cores";
    private static final String LOCAL_PORTS = "localPorts";

    /** What is sent first, by main and agent. */
    static Map<String, String> texts(Build build) {
        var texts = new LinkedHashMap<String, String>();
        texts.put(VERSION, build.version());
        texts.put(HASH, build.hash());
        return texts;
    }

    static Build build(Map<String, String> texts) {
        return new Build(texts.getOrDefault(VERSION, ""), texts.getOrDefault(HASH, ""));
    }

    Map<String, String> texts() {
        var texts = texts(build);
        texts.put(HOST, host);
        texts.put(JAVA, java);
        texts.put(CORES, Integer.toString(cores));
        texts.put(LOCAL_PORTS, Integer.toString(localPorts));
        return texts;
    }

    /** @throws NumberFormatException if an agent of another version sends other numbers */
    static AgentFacts of(Map<String, String> texts) {
        return new AgentFacts(
                build(texts),
                texts.getOrDefault(HOST, ""),
                texts.getOrDefault(JAVA, ""),
                Integer.parseInt(texts.getOrDefault(CORES, "0")),
                Integer.parseInt(texts.getOrDefault(LOCAL_PORTS, "0")));
    }
}
