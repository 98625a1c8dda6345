/// The notation of doubles.
enum DoubleText {
    /// The shortest text that reads back as the same finite double; integral ones without `.0`.
    static func shortest(of value: Double) -> String {
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
