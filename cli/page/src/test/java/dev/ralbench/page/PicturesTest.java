package dev.ralbench.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.StringReader;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

class PicturesTest {
    @Test
    void theyAreNamedAfterTheirDocument() {
        var pictures = Pictures.nextTo(Path.of("out", "shop.v1.md"));

        assertThat(pictures.add("goodput [1]", "first")).containsExactly("![goodput \\[1\\]](shop.v1.svg)");
        assertThat(pictures.add("p99", "second")).containsExactly("![p99](shop.v1-2.svg)");
        assertThat(pictures.files())
                .containsExactly(
                        entry(Path.of("out", "shop.v1.svg"), "<!-- ralbench: a picture of shop.v1.md -->\nfirst"),
                        entry(Path.of("out", "shop.v1-2.svg"), "<!-- ralbench: a picture of shop.v1.md -->\nsecond"));
    }

    @Test
    void aNameThatWouldEndTheAddressIsEncoded() {
        assertThat(Pictures.nextTo(Path.of("a:b (ü).md")).add("x", "svg"))
                .containsExactly("![x](a%3Ab%20%28%C3%BC%29.svg)");
    }

    /** Two hyphens in a row would end the comment for a strict reader, and the picture would not be shown. */
    @ParameterizedTest
    @ValueSource(strings = {"a--b.md", "a----.md", "-->.md", "a<b>&.md"})
    void theMarkIsACommentWhateverTheDocumentIsCalled(String name) throws Exception {
        var pictures = Pictures.nextTo(Path.of(name));
        pictures.add("x", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");

        var svg = pictures.files().values().iterator().next();
        var parsed =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));

        assertThat(parsed.getFirstChild().getNodeType()).isEqualTo(Node.COMMENT_NODE);
        assertThat(parsed.getDocumentElement().getTagName()).isEqualTo("svg");
    }

    @ParameterizedTest
    @CsvSource({
        "x.svg, true",
        "x-2.svg, true",
        "x-10.svg, true",
        "x-1.svg, false",
        "x-02.svg, false",
        "x-a.svg, false",
        "xx.svg, false",
        "x.md, false",
    })
    void namesOfPicturesAreKnownBeforeThereAreAny(String name, boolean isOne) {
        assertThat(Pictures.nextTo(Path.of("x.md")).canHave(Path.of(name))).isEqualTo(isOne);
        assertThat(Pictures.none().canHave(Path.of(name))).isFalse();
    }

    @Test
    void aDocumentWithoutFilesHasNone() {
        var pictures = Pictures.none();

        assertThat(pictures.add("goodput", "svg")).isEmpty();
        assertThat(pictures.files()).isEmpty();
    }
}
