import JSON

/// The texts that mean absent, compared before anything is converted.
struct MissingValues: Sendable {
    let texts: Set<String>
    /// Whether a number could be among them; most sources have none such.
    private let hasNumbers: Bool
    /// The length of the longest in UTF-8: most texts are longer, and need not be looked up.
    private let longest: Int

    init(_ texts: [String] = []) {
        self.texts = Set(texts)
        longest = texts.map(\.utf8.count).max() ?? -1
        hasNumbers = texts.contains { NumberText.decimal($0) != nil }
    }

    func contains(_ text: String) -> Bool {
        text.utf8.count <= longest && texts.contains(text)
    }

    /// Whether an element that is no text means absent.
    func contains(_ element: JSONElement) -> Bool {
        hasNumbers && element.number.map { texts.contains($0.text) } ?? false
    }

    /// The same of a number or of `true` or `false`, which never mean absent.
    func contains(literal text: String) -> Bool {
        hasNumbers && text != "true" && text != "false" && texts.contains(text)
    }
}
