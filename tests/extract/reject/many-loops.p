machine Main {
  start state S {
    entry {
      while ($) { while ($) { while ($) { while ($) {
        while ($) { while ($) { while ($) { while ($) {
          while ($) { }  //~ error: does not support loops nested this deeply
        } } } }
      } } } }
    }
  }
}
