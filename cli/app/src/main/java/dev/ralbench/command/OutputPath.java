package dev.ralbench.command;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The file that a result or a report goes to. A {@link Path} drops signs of a mistake, such as a slash at its end. */
final class OutputPath implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
        var last = text.substring(text.lastIndexOf('/') + 1);
        if (!text.isEmpty() && last.isEmpty()) {
            throw new TypeConversionException("'" + text + "' names a directory: name a file in it");
        }
        if (last.isBlank()) {
            throw new TypeConversionException("'" + text + "' is no name of a file");
        }
        if (last.chars().anyMatch(Character::isISOControl)) {
            throw new TypeConversionException("a name with line breaks or other control characters");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + text + "' cannot be a path");
        }
    }
}
