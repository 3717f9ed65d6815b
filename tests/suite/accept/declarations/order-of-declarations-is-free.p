// Every declaration may stand after its uses.
test tcShop [main=Buyer]: assert NoDebt in Everything;
module Everything = union Front, { Buyer };
module Front = { Shop -> Till };

spec NoDebt observes ePay {
  start state Fine { on ePay do (p: tPayment) { assert p.kind != DEBT; } }
}

machine Buyer {
  start state Buy {
    entry {
      till = new Till(Price());
      goto Pay, (kind = CASH, amount = Price());
    }
  }
  state Pay {
    entry (p: tPayment) { send till, ePay, p; }
  }
  var till: Till;
}

machine Shop { start state Open { entry (price: int) { } ignore ePay; } }
interface Till(int) receives ePay;
event ePay: tPayment;
fun Price(): int { return 4; }
type tPayment = (kind: tKind, amount: int);
enum tKind { CASH, DEBT }
