extension String {
    /// The text with nothing in it that a terminal obeys: a source's title may hold escape sequences and line ends.
    var printable: String {
        let isPlain = unicodeScalars.allSatisfy { !$0.properties.isTerminalControl }
        guard !isPlain else { return self }
        var printable = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            printable.append(scalar.properties.isTerminalControl ? "\u{FFFD}" : scalar)
        }
        return String(printable)
    }
}

extension Unicode.Scalar.Properties {
    /// Control characters, and the marks that turn the direction of what follows.
    fileprivate var isTerminalControl: Bool {
        switch generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: isBidiControl
        default: false
        }
    }
}
