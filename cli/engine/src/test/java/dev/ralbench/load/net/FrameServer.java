package dev.ralbench.load.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server of HTTP/2 on loopback that sends the frames that a test writes down, and keeps those that come. */
final class FrameServer implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PUSH_PROMISE = 5;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    static final int END_STREAM = 1;
    static final int ACK = 1;
    static final int END_HEADERS = 4;
    static final int PADDED = 8;
    static final int WITH_PRIORITY = 0x20;

    private final ServerSocket entry = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final AtomicInteger connections = new AtomicInteger();
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    /** What happens on one connection, of which it is the number-th, from 0 on; it is closed then. */
    interface Script {
        void run(int number, Peer peer) throws Exception;
    }

    FrameServer(Script script) throws IOException {
        Thread.ofVirtual().start(() -> {
            while (!entry.isClosed()) {
                try {
                    var client = entry.accept();
                    int number = connections.getAndIncrement();
                    Thread.ofVirtual().start(() -> serve(script, number, client));
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    private void serve(Script script, int number, Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            script.run(number, new Peer(client));
            client.shutdownOutput();
            client.getInputStream().transferTo(OutputStream.nullOutputStream()); // unread bytes would make it a reset
        } catch (IOException gone) {
            // the client has closed
        } catch (Exception | AssertionError e) {
            complaints.add(e.toString());
        }
    }

    URI url() {
        return URI.create("http://localhost:" + entry.getLocalPort());
    }

    int connections() {
        return connections.get();
    }

    /** @throws AssertionError if a script met what it did not expect: an exception on its thread fails no test */
    @Override
    public void close() throws IOException {
        entry.close();
        if (!complaints.isEmpty()) {
            throw new AssertionError("the server's script: " + complaints);
        }
    }

    record Frame(int type, int flags, int stream, byte[] payload) {
        int number() {
            return Unpooled.wrappedBuffer(payload).getInt(0);
        }
    }

    /** @param headers in alphabetical order, one line each */
    record Request(int stream, boolean isEnd, String headers, byte[] block) {}

    /** The client, as one connection shows it. */
    static final class Peer {
        private final DataInputStream in;
        private final DataOutputStream out;
        private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(true, 1 << 20);
        private final List<Frame> others = new ArrayList<>();

        Peer(Socket socket) throws IOException {
            in = new DataInputStream(socket.getInputStream());
            out = new DataOutputStream(socket.getOutputStream());
        }

        /** Reads the client's preface, and says its own settings: pairs of a number and a value. */
        Peer greet(int... settings) throws IOException {
            var preface = in.readNBytes(Http2CodecUtil.connectionPrefaceBuf().readableBytes());
            if (!new String(preface, StandardCharsets.US_ASCII).startsWith("PRI * HTTP/2.0")) {
                throw new IOException("no preface");
            }
            settings(settings);
            return this;
        }

        void settings(int... settings) throws IOException {
            send(SETTINGS, 0, 0, pairs(settings));
        }

        static byte[] pairs(int... settings) {
            var payload = Unpooled.buffer();
            for (int i = 0; i < settings.length; i += 2) {
                payload.writeShort(settings[i]).writeInt(settings[i + 1]);
            }
            return bytes(payload);
        }

        private static byte[] bytes(ByteBuf payload) {
            return ByteBufUtil.getBytes(payload);
        }

        /** Of four bytes. */
        void send(int type, int stream, int number) throws IOException {
            send(type, 0, stream, bytes(Unpooled.buffer().writeInt(number)));
        }

        void goAway(int lastStream, int code) throws IOException {
            send(GOAWAY, 0, 0, bytes(Unpooled.buffer().writeInt(lastStream).writeInt(code)));
        }

        void send(int type, int flags, int stream, byte[] payload) throws IOException {
            var frame = new ByteArrayOutputStream();
            var data = new DataOutputStream(frame);
            data.writeByte(payload.length >> 16);
            data.writeShort(payload.length);
            data.writeByte(type);
            data.writeByte(flags);
            data.writeInt(stream);
            data.write(payload);
            out.write(frame.toByteArray());
            out.flush();
        }

        /** A response with that body: status 200, and no more. */
        void ok(int stream, String body) throws IOException {
            send(HEADERS, END_HEADERS, stream, head(200));
            send(DATA, END_STREAM, stream, body.getBytes(StandardCharsets.US_ASCII));
        }

        /** Headers as literals: the status, and pairs of a name and a value. */
        static byte[] head(int status, String... more) {
            var block = Unpooled.buffer();
            literal(block, ":status", String.valueOf(status));
            for (int i = 0; i < more.length; i += 2) {
                literal(block, more[i], more[i + 1]);
            }
            return bytes(block);
        }

        static byte[] trailers(String name, String value) {
            var block = Unpooled.buffer();
            literal(block, name, value);
            return bytes(block);
        }

        private static void literal(ByteBuf block, String name, String value) {
            block.writeByte(0).writeByte(name.length()).writeBytes(name.getBytes(StandardCharsets.US_ASCII));
            block.writeByte(value.length()).writeBytes(value.getBytes(StandardCharsets.US_ASCII));
        }

        /** The next frame, whatever it is. */
        Frame next() throws IOException {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            return new Frame(type, flags, stream, in.readNBytes(length));
        }

        /** The next frame of that type; those before it are kept. */
        Frame next(int type) throws IOException {
            var frame = next();
            while (frame.type() != type) {
                others.add(frame);
                frame = next();
            }
            return frame;
        }

        /** Frames that were read while another was looked for. */
        List<Frame> others() {
            return others;
        }

        Request request() throws IOException {
            var first = next(HEADERS);
            var block = new ByteArrayOutputStream();
            block.write(first.payload());
            boolean isDone = (first.flags() & END_HEADERS) != 0;
            while (!isDone) {
                var more = next();
                if (more.type() != CONTINUATION || more.stream() != first.stream()) {
                    throw new IllegalStateException("no continuation, but type " + more.type());
                }
                block.write(more.payload());
                isDone = (more.flags() & END_HEADERS) != 0;
            }
            return new Request(
                    first.stream(),
                    (first.flags() & END_STREAM) != 0,
                    decoded(first.stream(), block),
                    block.toByteArray());
        }

        private String decoded(int stream, ByteArrayOutputStream block) {
            try {
                var lines = new TreeMap<String, String>();
                decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(block.toByteArray()))
                        .forEach(header -> lines.put(
                                header.getKey().toString(), header.getValue().toString()));
                return String.join(
                        "\n",
                        lines.entrySet().stream()
                                .map(line -> line.getKey() + ": " + line.getValue())
                                .toList());
            } catch (Http2Exception e) {
                throw new IllegalStateException("headers: " + e.getMessage(), e);
            }
        }

        /** As a server that has said this size of its table, and had it acknowledged. */
        void tableSize(int bytes) {
            try {
                decoder.maxHeaderTableSize(bytes);
            } catch (Http2Exception e) {
                throw new IllegalStateException(e);
            }
        }

        /** Waits until the client closes. */
        void awaitEnd() throws IOException {
            while (true) {
                others.add(next());
            }
        }
    }
}
