// No semicolon after a closing brace.
event eGo;
machine Main {
  start state S {
    entry { };  //~ error: found ';' //~ hint: no ';' stands after a '}'
    on eGo do { }
  }
}
