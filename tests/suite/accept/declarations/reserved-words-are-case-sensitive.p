// Reserved words are case sensitive, so other spellings are identifiers.
type State = (Var: int, Event: event);
event Raise: State;
enum Bool { True, False, NULL }
fun Return(If: bool): bool { return !If; }

machine Machine {
  var Start, invariants, proof, lemma, theorem, Forall, EXISTS: int;
  start state Entry {
    entry {
      var New: State;
      New = (Var = 1, Event = Raise);
      if (Return(false)) { raise Raise, New; }
    }
    on Raise goto Exit;
  }
  state Exit {
    entry (This: State) { Start = This.Var + proof; }
  }
}
