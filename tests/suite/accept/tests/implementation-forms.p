// An implementation may name a main machine or leave it out.
machine Helper { start state S { } }
machine Main { start state S { entry { new Helper(); } } }
machine Lone { start state S { entry (n: int) { } } }

implementation Full [main=Main]: { Main, Helper };
implementation NoMain: { Main, Helper };
implementation OnlyHelper: { Helper };
implementation Nested: union { Main }, ({ Helper });
