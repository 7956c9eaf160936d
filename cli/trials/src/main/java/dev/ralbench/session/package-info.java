/** The way in: plans and runs measurements, for the command line and for programs that use ralbench as a library. */
@NullMarked
package dev.ralbench.session;

import org.jspecify.annotations.NullMarked;
