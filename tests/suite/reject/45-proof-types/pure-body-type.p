// The body of a pure function must have the declared type.
pure limit(): int = true;  //~ error: expected int, found bool
pure strict(): bool = 3 > 2;
pure twice(n: int): int = 2 * n;

invariant small: strict() ==> twice(1) < limit();
