// Placeholders are checked in literals that are never printed.
machine Parser {
  var open: string;
  var tokens: set[string];
  start state Idle {
    entry {
      open = "{";  //~ error: bad placeholder
      tokens += ("}");  //~ error: bad placeholder
      if (open == "{ }") { print "block"; }  //~ error: bad placeholder
      open = "{{";
    }
  }
}
