// Only fields of the payload of an event can be read.
event eToken: (seqno: int);

machine Node {
  var last: int;
  start state Run { on eToken do (t: (seqno: int)) { last = t.seqno; } }
}

invariant numbered: forall (e: eToken) :: inflight e ==> e.number > 0;  //~ error: no field named 'number'
