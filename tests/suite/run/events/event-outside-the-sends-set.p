// A machine may send only what its `sends` clause names.
// verdict: violated: not-allowed @9
event eOk;
event eSecret;
machine Main sends eOk; {
  start state Only {
    entry {
      send this, eOk;
      send this, eSecret;
    }
    ignore eOk, eSecret;
  }
}
