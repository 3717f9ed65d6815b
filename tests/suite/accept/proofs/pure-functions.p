// Pure functions with and without a body, over all kinds of types, using each other in any order.
enum tRole { LEADER, FOLLOWER }
type tRange = (low: int, high: int);
pure inside(n: int): bool = n >= limits().low && n < limits().high;
pure limits(): tRange = (low = 0, high = next(9));
pure nodes(): set[machine];
pure role(m: machine): tRole;
pure before(a: int, b: int): bool;
pure next(n: int): int = n + 1;
pure isLeader(m: machine): bool = role(m) == LEADER && m in nodes();
pure between(a: int, b: int, c: int): bool = before(a, b) && before(b, c);
pure weights(): map[machine, int];
pure heavy(m: machine): bool = m in weights() && weights()[m] > 10;
pure crowd(s: set[machine]): bool = forall (m: machine) :: m in nodes() ==> m in s;
pure chief(): machine;
pure kind(): event;
