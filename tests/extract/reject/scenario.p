event eX;
machine Main { start state S { entry { send this, eX; receive { case eX: { } } } } }
scenario Seen observes eX {  //~ error: does not support a scenario
  start state Before { on eX goto After; }
  cold state After { ignore eX; }
}
