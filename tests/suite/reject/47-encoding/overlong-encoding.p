// An overlong encoding (here of '/') is malformed.
event e; // À¯
//~^ error: invalid UTF-8
