/// A finished node and what it costs each time it is used.
struct Subtree {
    var node: YAMLNode

    /// Itself and everything below, with aliases expanded.
    var nodes = 1

    /// Bytes of all texts in it, with aliases expanded.
    var textBytes = 0

    /// Levels of lists and maps in it; 0 for a text.
    var height = 0
}
