extension YAMLNode {
    /// A key of a map and its value.
    package struct Pair: Sendable, Hashable {
        /// The key; mostly a text, though YAML allows lists and maps.
        package var key: YAMLNode

        /// The value; an empty text where none was written.
        package var value: YAMLNode

        /// Makes a pair.
        package init(key: YAMLNode, value: YAMLNode) {
            self.key = key
            self.value = value
        }
    }
}
