// A parameter whose type is an alias of int or bool takes values like these types.
type tCount = int;
type tSize = tCount;
type tFlag = bool;
param size: tSize;
param flag: tFlag;

machine Main {
  var n: tCount;
  start state S { entry { n = size; if (flag) n = n + 1; } }
}

test param (size in [1, 2], flag in [true, false]) tcAliases [main=Main]: { Main };
