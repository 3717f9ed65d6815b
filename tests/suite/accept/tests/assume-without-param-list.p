// The grammar allows assume without a list of parameters; all parameters then have default values.
param quota: int;
machine Main { start state S { entry { assert quota == 0; } } }

test assume (quota >= 0) tcDefault [main=Main]: { Main };
