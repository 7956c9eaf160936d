package dev.ralbench.testing;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The Markdown documents of the repository, with headings, anchors and links as GitHub makes them. */
public final class Markdown {
    private static final Set<String> NOT_WRITTEN = Set.of("target", "node_modules", "resources");
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
    private static final Pattern HEADING = Pattern.compile("(?m)^(#+) +(.+?) *$");
    private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
    private static final Pattern LINK =
            Pattern.compile("\\]\\(<?([^)\\s>]+)>?(?: +\"[^\"]*\")?\\)|(?:href|src|srcset)=\"([^\"]+)\"");
    private static final Pattern NOT_IN_SLUGS = Pattern.compile("[^\\p{L}\\p{N} _-]");

    private Markdown() {}

    /** All that people wrote, but not what tests expect or what is built or installed. */
    public static List<Path> documents() throws IOException {
        var found = new ArrayList<Path>();
        Files.walkFileTree(Repository.ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                var name = String.valueOf(directory.getFileName());
                return !directory.equals(Repository.ROOT) && (name.startsWith(".") || NOT_WRITTEN.contains(name))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".md")) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    /** A list of links to the headings of the second and third level that come after the contents. */
    public static String contents(String document) {
        var slugs = new Slugs();
        int start = document.indexOf("<!-- contents -->");
        var list = new StringBuilder("\n");
        var prose = withoutFences(document);
        for (var heading : HEADING.matcher(prose).results().toList()) {
            var slug = slugs.next(heading.group(2));
            int level = heading.group(1).length();
            if (heading.start() > start && (level == 2 || level == 3)) {
                list.append(level == 2 ? "- [" : "  - [")
                        .append(heading.group(2))
                        .append("](#")
                        .append(slug)
                        .append(")\n");
            }
        }
        return list.append("\n").toString();
    }

    /** What {@code #} may lead to. */
    public static Set<String> anchors(String document) {
        var anchors = new HashSet<String>();
        var slugs = new Slugs();
        var prose = withoutFences(document);
        HEADING.matcher(prose).results().forEach(heading -> anchors.add(slugs.next(heading.group(2))));
        ANCHOR.matcher(prose).results().forEach(anchor -> anchors.add(anchor.group(1)));
        return anchors;
    }

    /** Where links and pictures lead, as they are written. */
    public static List<String> links(String document) {
        return LINK.matcher(CODE.matcher(withoutFences(document)).replaceAll("code"))
                .results()
                .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
                .toList();
    }

    /** Of the same length. */
    private static String withoutFences(String document) {
        return FENCED.matcher(document).replaceAll(fence -> " ".repeat(fence.end() - fence.start()));
    }

    /** The anchors of headings: a second one of the same text gets a number. */
    private static final class Slugs {
        private final HashMap<String, Integer> times = new HashMap<>();

        String next(String heading) {
            var text = heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT);
            var slug = NOT_IN_SLUGS.matcher(text).replaceAll("").replace(' ', '-');
            int before = times.merge(slug, 1, Integer::sum) - 1;
            return before == 0 ? slug : slug + "-" + before;
        }
    }
}
