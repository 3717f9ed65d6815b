// A type in parentheses is a one-tuple, and a tuple expression with a trailing comma builds it.
event eSingle: (int);
event eNamedSingle: (seqno: int);
type tNested = ((int), (inner: (bool)));

machine Wrapper {
  var single: (int);
  var named: (seqno: int);
  var nested: tNested;
  start state Run {
    entry {
      single = (5,);
      named = (seqno = single.0,);
      nested = ((1,), (inner = (true,),));
      nested.1.inner.0 = nested.0.0 > 0;
      send this, eSingle, single;
      send this, eNamedSingle, (seqno = 2,);
    }
    on eSingle do (s: (int)) { single = s; }
    on eNamedSingle do (n: (seqno: int)) { named = n; }
  }
}
