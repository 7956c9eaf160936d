package dev.ralbench.yaml;

/** How images are called: {@code shop:abc123}, {@code registry.example:5000/team/shop@sha256:...}, or an image's id. */
public final class ImageName {
    private static final String PART = "[a-z0-9]+(?:(?:\\.|_{1,2}|-+)[a-z0-9]+)*";
    private static final String NAME = "(?:[A-Za-z0-9.-]+(?::\\d{1,5})?/)?" + PART + "(?:/" + PART
            + ")*(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@sha256:[0-9a-f]{64})?";

    public static final TextSyntax FORM = TextSyntax.matching(
            NAME + "|sha256:[0-9a-f]{12,64}",
            "must be the name of an image as for docker run, such as shop:abc123",
            "image");

    private ImageName() {}
}
