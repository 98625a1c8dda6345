extension ProviderTest {
    /// One place where what came out of a test is not what is expected.
    package struct Difference: Hashable, Sendable, CustomStringConvertible {
        /// The field, such as `first.movie.title`; `nil` where it is about the answer as a whole.
        package var place: String?
        /// What is expected, for people: a value as JSON, or words.
        package var expected: String
        /// What came, likewise.
        package var came: String

        /// A difference at a field, or of the whole answer.
        package init(at place: String? = nil, expected: String, came: String) {
            self.place = place
            self.expected = expected
            self.came = came
        }

        package var description: String {
            (place.map { "\($0): " } ?? "") + "expected \(expected), came \(came)"
        }
    }
}
