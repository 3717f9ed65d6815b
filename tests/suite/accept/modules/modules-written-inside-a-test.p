// Tests and implementations may spell out their modules instead of naming them.
event eX: int;
interface Part(int) receives eX;
machine Wheel { start state S { entry (n: int) { } ignore eX; } }
machine Car { start state S { entry { send new Part(4), eX, 4; } } }
spec Four observes eX { start state S { on eX do (n: int) { assert n == 4; } } }

test tcCar [main=Car]: { Car, Wheel -> Part };
test tcParts [main=Car]: ((union ({ Car }), ({ Wheel -> Part })));
test tcSpec [main=Car]: (assert Four in ({ Car, Wheel -> Part }));
test tcHide [main=Car]: hidei Part in { Car, Wheel -> Part };
implementation Garage [main=Car]: { Car, Wheel -> Part };
