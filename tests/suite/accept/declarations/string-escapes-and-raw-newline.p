// Strings know the usual escapes, doubled braces, and may run over a line end.
machine Printer {
  var page: string;
  start state Print {
    entry {
      page = "";
      page = "tab\t, newline\n, return\r, quote \", backslash \\, letter \u00e9";
      page = page + "{{braces}} and }}{{";
      page = page + "first line
second line";
      page = page + "ends with a backslash \\";
      print page;
    }
  }
}
