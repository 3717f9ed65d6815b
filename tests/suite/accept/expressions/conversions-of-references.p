// 'to' narrows a reference to an interface, a machine type or an event set.
event eDeposit: int;
event eClose;
event eAudit;
interface Teller() receives eDeposit;
eventset Customer = { eDeposit, eClose };
machine Branch receives eDeposit, eClose, eAudit; { start state Open { ignore eDeposit, eClose, eAudit; } }
machine Client {
  start state Go {
    entry {
      var b: Branch; var t: Teller; var c: Customer; var m: machine;
      b = new Branch();
      m = b;
      t = b to Teller;
      c = b to Customer;
      t = c to Teller;
      t = m to Teller;
      c = m to Customer;
      b = m to Branch;
      b = b to Branch;
      c = new Branch() to Customer;
      t = b to Customer to Teller;
      send this to Teller, eDeposit, 3;
      m = m to Customer;
    }
  }
}
