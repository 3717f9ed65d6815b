// Every type can be the payload of an event.
type tHandle;
enum tColor { RED, BLUE }
event eNone; event eInt: int; event eBool: bool; event eFloat: float; event eString: string; event eKind: event;
event eWho: machine; event eFact: data; event eBox: any; event eHandle: tHandle; event eColor: tColor;
event eSeq: seq[int]; event eSet: set[tColor]; event eMap: map[int, Keeper];
event eOne: (int); event ePair: (int, bool); event eRec: (id: int); event eKeeper: Keeper;
machine Keeper {
  start state Run {
    entry {
      send this, eNone; send this, eInt, 1; send this, eBool, $; send this, eFloat, .5; send this, eString, "x";
      send this, eKind, halt; send this, eWho, this; send this, eFact, 1; send this, eBox, this;
      send this, eHandle, default(tHandle); send this, eColor, RED; send this, eSeq, default(seq[int]);
      send this, eSet, default(set[tColor]); send this, eMap, default(map[int, Keeper]); send this, eOne, (1,);
      send this, ePair, (1, true); send this, eRec, (id = 1,); send this, eKeeper, this;
    }
    on eOne do (t: (int)) { assert t.0 == 1; }
    on eRec do (r: (id: int)) { assert r.id == 1; }
    on eInt, eColor, eMap, eNone do { }
  }
}
