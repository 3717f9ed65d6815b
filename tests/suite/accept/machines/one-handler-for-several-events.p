// One handler may serve several events if its parameter accepts every payload.
event eDeposit: int;
event eWithdraw: int;
event eName: string;
event eClose;
event eOwner: machine;

machine Account {
  var balance: int;
  var last: any;
  start state Open {
    on eDeposit, eWithdraw do (n: int) { balance = balance + n; }
    on eName, eClose, eOwner do (x: any) { last = x; }
  }
  state Frozen {
    on eDeposit, eName, eClose goto Open with Remember;
    on eWithdraw, eOwner do { }
  }
  fun Remember(x: any) { last = x; }
}
