/** MySQL and MariaDB as dependencies. */
@NullMarked
package dev.ralbench.dependency.mysql;

import org.jspecify.annotations.NullMarked;
