// `to` narrows a reference: what the new type does not name cannot be sent any more.
// verdict: violated: not-allowed @14
event ePublic;
event ePrivate;
eventset Visitor = { ePublic };
machine Main {
  start state Only {
    entry {
      var m: machine;
      m = this;
      send m, ePrivate;
      m = m to Visitor;
      send m, ePublic;
      send m, ePrivate;
    }
    ignore ePublic, ePrivate;
  }
}
