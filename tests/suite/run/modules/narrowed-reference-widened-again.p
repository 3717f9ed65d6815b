// `to` never gives back a right that the reference has lost.
// verdict: violated: not-allowed @12
event ePublic;
event ePrivate;
eventset Visitor = { ePublic };
eventset Owner = { ePublic, ePrivate };
machine Main {
  start state Only {
    entry {
      var m: machine;
      m = this to Visitor;
      m = m to Owner;
    }
  }
}
