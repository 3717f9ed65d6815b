// Two event sets cannot have the same name.
event eStop;
event ePause;
eventset Control = { eStop };
eventset Control = { eStop, ePause };  //~ error: 'Control' is already declared
