/** The command line: one class per subcommand, the exit codes, and the one place where the object graph is wired. */
@NullMarked
package dev.ralbench.command;

import org.jspecify.annotations.NullMarked;
