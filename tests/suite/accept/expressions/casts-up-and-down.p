// 'as' converts between types that are assignable in either direction.
event ePing;
enum tColor { RED, BLUE }
machine Peer { start state Run { ignore ePing; } }
machine Caster {
  var box: any; var fact: data; var who: machine; var peer: Peer; var numbers: seq[int]; var things: seq[any];
  start state Run {
    entry {
      var n: int; var color: tColor; var pair: (int, bool); var loose: (any, any); var kind: event;
      n = box as int; n = fact as int; n = n as int; box = n as any; fact = n as data;
      color = box as tColor; color = fact as tColor; box = color as any;
      peer = who as Peer; who = peer as machine; who = box as machine; peer = box as Peer; who = null as machine;
      things = numbers as seq[any]; numbers = things as seq[int]; numbers = fact as seq[int];
      loose = pair as (any, any); pair = loose as (int, bool); pair = box as (int, bool);
      kind = fact as event; kind = null as event; kind = box as event; box = null as any;
      n = (things[0] as (id: int)).id;
      n = (box as map[string, int])["key"];
      peer = this as Caster;
    }
  }
}
