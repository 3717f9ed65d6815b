// No semicolon after a closing brace.
event eGo;
machine Main {
  start state S {
    entry { };  //~ error: found ';' //~ hint: remove the ';' after the '}'
    on eGo do { }
  }
}
