// An empty body returns no value.
type tVersion = (major: int, minor: int);

fun Current(): tVersion {  //~ error: not every path returns a value
}
