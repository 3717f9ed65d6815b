// Skipping a broken `if` takes its `else` along.
fun Sign(x: int) {
  if (x == 1 { print "one"; } else { print "other"; }  //~ error: found '{'
  print "done";
}
