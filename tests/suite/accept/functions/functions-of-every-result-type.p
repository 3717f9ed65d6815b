// A function may return every type.
event eX: int;
type tOpaque;
enum Side { LEFT, RIGHT }
interface Box() receives eX;
eventset Only = { eX };
fun Int(): int { return 1; }
fun Bool(): bool { return true; }
fun Float(): float { return 0.5; }
fun String(): string { return "s"; }
fun Event(): event { return eX; }
fun Machine(): machine { return null; }
fun Any(): any { return (1, "one"); }
fun Data(): data { return (key = 1, value = eX); }
fun Enum(): Side { return RIGHT; }
fun Opaque(): tOpaque { return default(tOpaque); }
fun Seq(): seq[int] { return default(seq[int]); }
fun Map(): map[string, set[int]] { return default(map[string, set[int]]); }
fun Pair(): (int, bool) { return (Int(), Bool()); }
fun Row(): (a: int, b: (c: bool)) { return (a = 1, b = (c = false,)); }
fun BoxRef(): Box { return default(Box); }
fun OnlyRef(): Only { return BoxRef(); }
fun Nothing() { return; }
fun Fields(): int { return Row().a + Pair().0 + Map()["k"][0] + Seq()[0]; }
