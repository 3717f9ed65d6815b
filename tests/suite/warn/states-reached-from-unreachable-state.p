// States that only an unreachable state leads to are unreachable as well.
event eNext;
event eBack;

machine Walk {
  start state Home {
    entry { send this, eNext; send this, eBack; }
    on eNext goto Street;
    on eBack do { print "already home"; }
  }
  state Street { on eBack goto Home; }
  state Forest { on eNext goto River; on eBack goto Home; }  //~ warning: state 'Forest' is unreachable
  state River { on eNext do { goto Cave; } on eBack goto Forest; }  //~ warning: state 'River' is unreachable
  state Cave { ignore eNext; on eBack goto River; }  //~ warning: state 'Cave' is unreachable
}
