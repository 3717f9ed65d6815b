// An ignored message is gone, whether the machine was busy or idle when it came.
// verdict: holds
// states: 6
// transitions: 6
// run: --strict-quiescence
// verdict: holds
// states: 6
// transitions: 6
// run: --strict-quiescence --network=p2p
// verdict: holds
event eNoise;
machine Main { start state Only { entry { new Src(this); send this, eNoise; } ignore eNoise; } }
machine Src { start state Only { entry (m: machine) { send m, eNoise; } } }
