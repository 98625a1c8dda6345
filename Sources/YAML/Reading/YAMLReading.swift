/// What came of reading a text: the tree, as far as it can be used, and every problem.
package struct YAMLReading: Sendable {
    /// The root; absent where the text is no YAML, and present where all that is wrong are keys that stand twice.
    ///
    /// Of such a key the tree holds the first value.
    package let root: YAMLNode?

    /// The problems, in the order of their places.
    package let errors: [YAMLError]
}
