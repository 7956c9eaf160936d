package dev.ralbench.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PicturesTest {
    @Test
    void theyAreNamedAfterTheirDocument() {
        var pictures = Pictures.nextTo(Path.of("out", "shop.v1.md"));

        assertThat(pictures.add("goodput [1]", "first")).containsExactly("![goodput \\[1\\]](shop.v1.svg)");
        assertThat(pictures.add("p99", "second")).containsExactly("![p99](shop.v1-2.svg)");
        assertThat(pictures.files())
                .containsExactly(
                        entry(Path.of("out", "shop.v1.svg"), "first"),
                        entry(Path.of("out", "shop.v1-2.svg"), "second"));
    }

    @Test
    void aNameThatWouldEndTheAddressIsEncoded() {
        assertThat(Pictures.nextTo(Path.of("a:b (ü).md")).add("x", "svg"))
                .containsExactly("![x](a%3Ab%20%28%C3%BC%29.svg)");
    }

    @Test
    void aDocumentWithoutFilesHasNone() {
        var pictures = Pictures.none();

        assertThat(pictures.add("goodput", "svg")).isEmpty();
        assertThat(pictures.files()).isEmpty();
    }
}
