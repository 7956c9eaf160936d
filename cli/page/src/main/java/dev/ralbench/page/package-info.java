/** How text is set: tables and their columns, numbers with units, signs, colours, the terminal; Markdown, CSV and JUnit's XML. */
@NullMarked
package dev.ralbench.page;

import org.jspecify.annotations.NullMarked;
