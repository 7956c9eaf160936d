package dev.ralbench.process;

import java.util.Optional;

/** The result of a {@link StatusRequest}. */
public sealed interface StatusResult {
    record Status(int code) implements StatusResult {
        public boolean isSuccess() {
            return code / 100 == 2;
        }

        @Override
        public String toString() {
            return "status " + code;
        }
    }

    /** The service speaks HTTP/2 and does not understand HTTP/1.1. */
    record OtherVersion() implements StatusResult {
        @Override
        public String toString() {
            return "speaks HTTP/2 and not HTTP/1.1, by which it is asked whether it is ready";
        }
    }

    /**
     * No response that could be understood.
     *
     * @param reason in the words of the operating system or of {@link dev.ralbench.tls.TlsFailure}
     * @param remedy if the reason has one of its own
     * @param wasConnected whether something listens there
     * @param wasRefused whether the system said at once that nothing listens there
     */
    record None(String reason, Optional<String> remedy, boolean wasConnected, boolean wasRefused)
            implements StatusResult {
        public None(String reason) {
            this(reason, Optional.empty(), false, false);
        }

        @Override
        public String toString() {
            return reason + remedy.map(text -> " (" + text + ")").orElse("");
        }
    }
}
