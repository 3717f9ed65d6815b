// One state has 100,000,000 successors: the limits are looked at among them too.
// verdict: unknown
// flags: --max-time=1 --engine=explicit
event eFirst;
event eSecond;
spec Watch observes eSecond { start state Only { ignore eSecond; } }
machine Target { var x: int; start state Only { on eFirst do { x = choose(10000); } ignore eSecond; } }
machine Main {
  var y: int;
  start state Only { entry { var b: machine; b = new Target(); send b, eFirst; send b, eSecond; y = choose(10000); } }
}
// not for naive
