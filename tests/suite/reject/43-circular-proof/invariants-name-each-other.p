// Nor can two be part of each other.
invariant left: right; invariant right: left;  //~ error: contains itself
