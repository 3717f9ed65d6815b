// expect: holds
event eX;
machine Main { start state S { entry { send this, eX; } ignore eX; } }
scenario Never observes eX { start hot state S { ignore eX; } cold state Done { } }
