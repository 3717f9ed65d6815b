// Backslash escapes in string literals, the escaped quote and backslash among them.
machine Typist {
  var line: string;
  start state Ready {
    entry {
      line = "tab\tnewline\nreturn\rnul\0";
      line = "quote \" and backslash \\";
      line = "\"";
      line = "\\\"\\";
      line = "\\";
      line = "caf\u00e9";
      line = "bell\a back\b feed\f vertical\v single\'";
      line = "";
      print line;
    }
  }
}
