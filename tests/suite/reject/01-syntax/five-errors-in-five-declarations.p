// Five independent syntax errors in five declarations, each reported once.
type = int;  //~ error: found '='
event eRequest int;  //~ error: found 'int'
interface Pool receives eRequest;  //~ error: found 'receives'
fun Larger(left: int right: int): int;  //~ error: found 'right'
param nNodes int;  //~ error: found 'int'
event eResponse: int;
