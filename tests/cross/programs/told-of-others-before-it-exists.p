// expect: holds
// The child of Middle sends to Sink, of which only Guide knows: Middle, Guide and the child bring that about together.
event eGo; event eHello: machine; event eTell: machine; event eChild; event eOther;
machine Main {
  start state S { entry { var sink, guide, middle: machine;
    sink = new Sink(); guide = new Guide(sink); middle = new Middle(guide); new Other(sink); new Starter(middle); } }
}
machine Sink { var order: int; start state S { on eChild do { order = order * 2 + 1; } on eOther do { order = order * 2 + 2; } } }
machine Middle { var guide: machine;
  start state S { entry (m: machine) { guide = m; } on eGo do { send guide, eHello, new Child(); } } }
machine Guide { var sink: machine;
  start state S { entry (m: machine) { sink = m; } on eHello do (c: machine) { send c, eTell, sink; } } }
machine Child { start state S { on eTell do (m: machine) { send m, eChild; } } }
machine Other { start state S { entry (m: machine) { send m, eOther; } } }
machine Starter { start state S { entry (m: machine) { send m, eGo; } } }
test t [main=Main]: { Main, Sink, Middle, Guide, Child, Other, Starter };
