// Blocks nest, may be empty, and a lone ';' is a statement wherever one is expected.
machine Idler {
  var n: int;
  var q: seq[int];
  start state Rest {
    entry {
      ;
      ;;
      { }
      { ; }
      { { n = 1; } ; { { } } }
      if (n == 1) ;
      if (n == 2) { } else ;
      if (n == 3) ; else { ; ; }
      while (n < 0) ;
      while (n < 0) { }
      foreach (n in q) ;
      foreach (n in q) { };
      Nothing();;
    }
    exit { }
  }
  fun Nothing() { }
}
