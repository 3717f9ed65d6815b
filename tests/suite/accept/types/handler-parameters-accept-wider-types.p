// The parameter of a handler, an entry or a transition need only accept the payload.
event eStop;
event eCount: int;
event eList: seq[int];
event eWho: Keeper;
event ePair: (int, Keeper);
event eRec: (id: int, who: machine);
machine Keeper {
  start state Run {
    on eStop do (nothing: any) { }
    on eCount do (n: any) { }
    on eList do (items: seq[data]) { }
    on eWho goto Idle with (who: machine) { }
    on ePair goto Busy;
    on eRec do Note;
  }
  state Idle { entry (who: any) { } on eStop goto Lost; on eCount, eList, eWho do (thing: any) { } }
  state Busy { entry (pair: (data, machine)) { } }
  state Lost { entry (owner: machine) { assert owner == null; } }
  fun Note(rec: (id: any, who: machine)) { }
}
