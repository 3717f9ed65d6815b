// 'this' has the machine's own type and fits 'machine', in handlers and in functions of the machine.
event eHello: machine;
event eRecord: (from_: machine, peer: Greeter);
machine Greeter {
  var me: Greeter;
  var all: set[machine];
  start state Run {
    entry {
      var who: machine; var box: any;
      me = this;
      who = this;
      box = this;
      all += (this);
      send this, eHello, this;
      send me, eRecord, (from_ = this, peer = this);
      assert this == who && me == this && this in all && box == this;
      who = this as machine;
      me = Self();
      print format("I am {0}", this);
    }
    exit { send this, eHello, this; }
    ignore eHello, eRecord;
  }
  fun Self(): Greeter { return this; }
}
