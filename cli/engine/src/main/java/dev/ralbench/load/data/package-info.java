/** Rows of data for the values of requests: read from files, kept in few bytes, and fed to users in an order. */
@NullMarked
package dev.ralbench.load.data;

import org.jspecify.annotations.NullMarked;
