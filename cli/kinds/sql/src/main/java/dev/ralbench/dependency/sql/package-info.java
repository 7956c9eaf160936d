/** Shared by SQL databases: scripts, snapshots of loaded data, checks of tables. */
@NullMarked
package dev.ralbench.dependency.sql;

import org.jspecify.annotations.NullMarked;
