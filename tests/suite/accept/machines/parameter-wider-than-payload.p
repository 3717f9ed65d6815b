// A handler's parameter may be of a wider type than the payload.
event eFew: seq[int];
event ePair: (int, string);
event eBoss: Boss;
event eTable: map[int, (key: int, owner: Boss)];

machine Boss {
  var log: seq[any];
  start state Rule {
    on eFew do (xs: seq[any]) { log = xs; }
    on ePair do (p: (any, data)) { log += (0, p.0); }
    on eBoss goto Chat with (m: machine) { log += (0, m); }
    on eTable do Look;
  }
  state Chat { entry (x: any) { log += (0, x); } }
  fun Look(t: map[data, (key: any, owner: machine)]) { log += (0, t); }
}
