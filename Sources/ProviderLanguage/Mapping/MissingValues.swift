import JSON

/// The texts that mean absent, compared before anything is converted.
struct MissingValues: Sendable {
    let texts: Set<String>
    /// Whether a number could be among them; most sources have none such.
    private let hasNumbers: Bool

    init(_ texts: [String] = []) {
        self.texts = Set(texts)
        hasNumbers = texts.contains { NumberText.decimal($0) != nil }
    }

    func contains(_ text: String) -> Bool {
        !texts.isEmpty && texts.contains(text)
    }

    /// Whether an element that is no text means absent.
    func contains(_ element: JSONElement) -> Bool {
        hasNumbers && element.number.map { texts.contains($0.text) } ?? false
    }
}
