package dev.ralbench.service;

import com.sun.tools.attach.VirtualMachine;
import dev.ralbench.process.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.rmi.server.RMISocketFactory;
import java.util.Map;
import java.util.Properties;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * The management agent of a JVM, started so that it listens on loopback alone, for one who knows a random password. The
 * JDK's agent for local use has no password and listens on all interfaces; it only hangs up on other machines.
 */
record LoopbackAgent(int port, String password) {
    private static final String HOST = "127.0.0.1";
    private static final String USER = "ralbench";
    private static final String PREFIX = "com.sun.management.jmxremote.";
    private static final int PASSWORD_BYTES = 16;

    /**
     * Starts it.
     *
     * @param files that the JVM reads
     * @throws IOException if the JVM has such an agent already, or cannot start one
     */
    static LoopbackAgent start(VirtualMachine machine, PasswordFiles files) throws IOException {
        var agent = new LoopbackAgent(FreePort.next(), PasswordFiles.random(PASSWORD_BYTES));
        var passwords = files.write("passwords", USER + " " + agent.password);
        var access = files.write("access", USER + " readwrite");
        machine.startManagementAgent(agent.settings(passwords, access));
        return agent;
    }

    /** Connects while the JVM's files are there: it looks for the password at each login. */
    @SuppressWarnings("BanJNDI") // the address is made here
    JMXConnector connect() throws IOException {
        Loopback.use();
        var url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + HOST + ":" + port + "/jmxrmi");
        return JMXConnectorFactory.connect(url, Map.of(JMXConnector.CREDENTIALS, new String[] {USER, password}));
    }

    @Override
    public String toString() {
        return HOST + ":" + port;
    }

    private Properties settings(Path passwords, Path access) {
        var settings = new Properties();
        settings.setProperty(PREFIX + "host", HOST);
        settings.setProperty(PREFIX + "port", String.valueOf(port));
        settings.setProperty(PREFIX + "rmi.port", String.valueOf(port));
        settings.setProperty(PREFIX + "ssl", "false");
        settings.setProperty(PREFIX + "registry.ssl", "false");
        settings.setProperty(PREFIX + "authenticate", "true");
        settings.setProperty(PREFIX + "password.file", passwords.toString());
        settings.setProperty(PREFIX + "access.file", access.toString());
        return settings;
    }

    /**
     * Connects to loopback whatever host a JVM names: it names the machine's outward address, where it does not listen.
     * RMI has one factory per process, and ralbench has no other use of RMI.
     */
    private static final class Loopback extends RMISocketFactory {
        static synchronized void use() throws IOException {
            if (RMISocketFactory.getSocketFactory() == null) {
                RMISocketFactory.setSocketFactory(new Loopback());
            }
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return new Socket(InetAddress.getLoopbackAddress(), port);
        }

        @Override
        public ServerSocket createServerSocket(int port) throws IOException {
            return new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
        }
    }
}
