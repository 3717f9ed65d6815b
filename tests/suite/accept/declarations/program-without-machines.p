// A program may consist of declarations that nothing uses.
type tKey = int;
enum Kind { SMALL, LARGE }
event eChange: (key: tKey, kind: Kind);
eventset Changes = { eChange };
interface Listener(tKey) receives eChange;
param depth: int;
fun Twice(n: int): int { return n * 2; }
fun Hash(k: tKey): int;
