// A raise in a receive case counts as a raise in the enclosing function.
event eGrant: int;
event eRevoked;

machine Tenant {
  var lease: int;
  start state Live {
    entry { lease = AwaitLease(); }
    ignore eRevoked;
  }
  fun AwaitLease(): int {
    receive {
      case eGrant: (number: int) { lease = number; }
      case eRevoked: {
        raise eRevoked;  //~ error: 'raise' in a function that returns a value
      }
    }
    return lease;
  }
}
