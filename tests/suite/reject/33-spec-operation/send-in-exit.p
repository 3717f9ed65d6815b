// The exit function of a spec may not send, though that of a machine may.
event eStart: machine;
event eReady;

spec Boot observes eStart {
  var booted: machine;
  start state Off {
    on eStart goto On with (who: machine) { booted = who; }
    exit { send booted, eReady; }  //~ error: 'send' is not allowed in a spec
  }
  state On { ignore eStart; }
}
