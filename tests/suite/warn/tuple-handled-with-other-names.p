// A named tuple that goes with an event in a variable, or through `any`, and is handled with other names; the order of
// fields, and names that are not needed, make no difference.
event eTold: (number: int);
event eTurned: (n: int, from: machine);
event ePart: (n: int);
event eAny: any;
event eCase: (last: int);

fun Tell(to_whom: machine, what: event, content: any) { send to_whom, what, content; }
fun Relay(what: event, to_whom: machine, content: any) {
  var copy: any;
  copy = content;
  Tell(to_whom, what, copy);
}

machine Main {
  start state S {
    entry {
      var m: machine;
      m = new Other();
      Tell(m, eTold, (count = 1,));  //~ warning: 'eTold' is sent with (count: int) here, but handled as (number: int)
      Tell(m, eTold, (count = 2,));
      Relay(eTold, m, (amount = 2,));  //~ warning: 'eTold' is sent with (amount: int) here, but handled as (number: int)
      Relay(eTurned, m, (from = this, n = 1));
      Relay(ePart, m, (n = 1, more = 2));
      send m, eAny, (a = 1, b = 2);  //~ warning: 'eAny' is sent with (a: int, b: int) here, but handled as (c: int, b: int)
      Relay(eCase, m, (first = 1,));  //~ warning: 'eCase' is sent with (first: int) here, but handled as (last: int)
    }
  }
}

machine Other {
  start state S {
    on eTold goto T;
    on eTurned do (p: (n: int, from: machine)) { send p.from, halt; }
    on ePart do (p: (n: int)) { assert p.n == 1; }
    on eAny do (x: any) {
      var p: (c: int, b: int);
      p = x as (c: int, b: int);
      assert p.b == 2;
      receive { case eCase: (q: (last: int)) { assert q.last == 1; } }
    }
  }
  state T { entry (p: (number: int)) { assert p.number == 1; } ignore eTold, eTurned, ePart, eAny, eCase; }
}
