package dev.ralbench.process;

/** The programs that services consist of. Where they are, or in which image, is up to whoever starts them. */
public enum Program {
    JAVA,
    MYSQL,
    REDIS,
}
