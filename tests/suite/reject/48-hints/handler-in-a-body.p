// A handler inside a body: a brace is missing.
event eGo;
machine Main {
  start state S {
    entry {
      print "hi";
    on eGo do { }  //~ error: expected a statement, found 'on' //~ hint: a '}' may be missing before this
    }
  }
}
