import Upstream

extension String {
    /// The text with everything percent-encoded that no URL may hold; what is encoded already stays as it is.
    var encodedForURL: String {
        guard !unicodeScalars.allSatisfy(\.mayStandInURL) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.mayStandInURL ? String(scalar) : PercentEncoding.queryComponent(String(scalar))
        }
    }
}

extension Unicode.Scalar {
    fileprivate var mayStandInURL: Bool { (0x21...0x7E).contains(value) }
}
