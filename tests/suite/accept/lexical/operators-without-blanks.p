// Adjacent operators split by longest match: '<-' is '<' and '-', '--' is two minus signs, '==-' is '==' and '-'.
machine Dense{
var n:int;var b:bool;var q:seq[int];var s:set[int];
start state Go{
entry{
n=-1;
n=n--1;
n=n+-1;
n=-n*-n;
n=---n;
b=n<-1;
b=n>-1;
b=n<=-1||n>=-1;
b=n==-1&&!b||b!=!b;
b=!!b;
b=$==$$;
b=$&&$$||!$;
q+=(0,-1);q[0]=-q[0];q-=-n;
s+=(-1);s-=-1;
}
}
}
