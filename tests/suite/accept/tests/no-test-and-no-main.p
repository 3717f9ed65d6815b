// A program without tests and without a machine Main is accepted; there is just nothing to check.
event eX;
interface Unbound(int) receives eX;
machine Client { start state S { entry { send new Unbound(1), eX; } } }
machine Server { start state S { entry (n: int) { } ignore eX; } }
