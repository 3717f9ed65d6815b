machine Main {
  start state S {
    entry { A(); }
  }
  fun A() { B(); B(); B(); B(); B(); B(); B(); B(); B(); B(); }
  fun B() { C(); C(); C(); C(); C(); C(); C(); C(); C(); C(); }
  fun C() { D(); D(); D(); D(); D(); D(); D(); D(); D(); D(); }
  fun D() { E(); E(); E(); E(); E(); E(); E(); E(); E(); E(); }  //~ error: does not support a machine with this many paths
  fun E() { }
}
