extension YAMLNode {
    /// A text and how it was written.
    package struct Scalar: Sendable, Hashable {
        /// The five ways YAML writes a text.
        package enum Style: Sendable, Hashable {
            /// Without quotes.
            case plain
            /// In `'…'`.
            case singleQuoted
            /// In `"…"`, escapes resolved.
            case doubleQuoted
            /// After `|`.
            case literal
            /// After `>`.
            case folded
        }

        /// The text, with quotes, escapes, folding and indentation resolved.
        package var text: String

        /// How it was written.
        package var style: Style

        /// Makes a text.
        package init(text: String, style: Style = .plain) {
            self.text = text
            self.style = style
        }
    }
}
