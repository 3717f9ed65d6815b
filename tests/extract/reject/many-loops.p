machine Main {
  start state S {
    entry {
      while ($) { while ($) { while ($) { while ($) {
        while ($) { while ($) { while ($) { while ($) {
          while ($) { }  //~ error: cannot take so many loops in each other
        } } } }
      } } } }
    }
  }
}
