package dev.ralbench.result;

import dev.ralbench.Printable;
import java.io.Serial;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;

/** Escapes the signs that give a terminal orders, so that a file can be printed; a reader gets them back. */
final class HiddenSigns extends CharacterEscapes {
    @Serial
    private static final long serialVersionUID = 1L;

    private static final int DELETE = 0x7f;

    @Override
    public int[] getEscapeCodesForAscii() {
        var codes = standardAsciiEscapesForJSON();
        codes[DELETE] = ESCAPE_STANDARD;
        return codes;
    }

    @Override
    @SuppressWarnings("NullAway") // null is Jackson's word for a sign that stays
    public SerializableString getEscapeSequence(int sign) {
        return Printable.isHidden(sign) ? new SerializedString(String.format("\\u%04x", sign)) : null;
    }
}
