// A string literal may span lines.
machine Poet {
  var poem: string;
  start state Ready {
    entry {
      poem = "two lines
make a poem";
      print "one
// this is still text

";
      print poem + "
";
    }
  }
}
