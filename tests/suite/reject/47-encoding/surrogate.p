// A UTF-16 surrogate encoded in UTF-8 is malformed.
// í € //~ error: invalid UTF-8
event e;
