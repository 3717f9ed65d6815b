// An exit function may receive, but a case of it must not raise.
event eStop;
event eAck;
event eLate;

machine Pipe {
  start state Flowing {
    on eStop goto Dry;
    exit { receive { case eAck: { } case eLate: { raise eLate; } } }  //~ error: may not raise an event or change state
  }
  state Dry { ignore eLate; }
}
