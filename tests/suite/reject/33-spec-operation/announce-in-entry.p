// The entry function of a spec must not announce.
event eStart;
event eReady;

spec Boot observes eStart {
  start state Off { on eStart goto On; }
  state On {
    entry { announce eReady; }  //~ error: 'announce' is not allowed in a spec
    ignore eStart;
  }
}
