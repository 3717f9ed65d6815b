// Parameters and locals of a receive case live in a scope of their own and may reuse outer names.
event eOrder: (item: string, amount: int);
event eCancel: string;
machine Shop {
  var amount: int;
  start state Open {
    entry {
      var order: int;
      var item: bool;
      receive {
        case eOrder: (order: (item: string, amount: int)) {
          var item: string;
          var amount: seq[int];
          item = order.item;
          amount += (0, order.amount);
        }
        case eCancel: (item: string) {
          var order: string;
          order = item;
        }
      }
      item = order == amount;
    }
  }
}
