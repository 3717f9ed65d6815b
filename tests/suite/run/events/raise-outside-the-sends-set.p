// The `sends` clause says nothing about raise and announce.
// verdict: holds
// states: 2
// transitions: 1
event eOk;
event eSecret;
machine Main sends eOk; {
  start state Only { entry { announce eSecret; raise eSecret; } on eSecret do { } }
}
