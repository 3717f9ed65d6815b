// A program may be empty: this one holds nothing but comments and blank lines.

/* Not a single declaration. */

// The end.
