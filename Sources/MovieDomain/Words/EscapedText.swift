import Platform

extension String {
    /// The text as one word of a command line, whatever it holds: quoted if a shell would read more in it.
    ///
    /// A word with control characters is written as `$'…'`, so that the command stays on one line.
    package var quotedForShell: String {
        if unicodeScalars.contains(where: \.isControl) { return "$'\(replacingScalars(\.inAnsiQuotes))'" }
        // `=name` is the path of a program to some shells.
        let isPlain = unicodeScalars.allSatisfy(\.isPlainForShell) && !isEmpty && !hasPrefix(scalars: "=")
        return isPlain ? self : "'\(replacing(scalars: "'", with: #"'\''"#))'"
    }

    /// The text as a text or an attribute of XML; what XML 1.0 has no place for becomes U+FFFD.
    package var escapedForXML: String {
        replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            // A reader makes a space or a line end of these, unless they are escaped.
            case "\t", "\n", "\r": "&#\(scalar.value);"
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: nil
            }
        }
    }

    /// The text as a cell of a Markdown table, on one line.
    package var escapedForTableCell: String {
        onOneLine.replacingScalars { $0 == "|" || $0 == "\\" ? "\\\($0)" : nil }
    }
}

extension Unicode.Scalar {
    fileprivate var isPlainForShell: Bool {
        isASCII ? isWordOfASCII || "-_./:=,@%+".unicodeScalars.contains(self) : properties.isAlphabetic
    }

    private var isWordOfASCII: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) || isDigit }

    private var isDigit: Bool { ("0"..."9").contains(self) }

    /// What stands for the scalar between `$'` and `'`; `nil` for the scalar itself.
    fileprivate var inAnsiQuotes: String? {
        if self == "'" || self == "\\" { return "\\\(self)" }
        guard isControl else { return nil }
        return String(self).utf8.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
        }
        .joined()
    }
}
