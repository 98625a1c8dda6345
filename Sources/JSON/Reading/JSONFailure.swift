/// What the hot part of the reader throws: two words, from which ``JSONError`` with its sentence is made once, outside.
struct JSONFailure: Error {
    /// What the grammar allowed where it failed; chooses the words of the message.
    enum Expectation {
        case value
        case valueOrClosingBracket
        case name
        case nameOrClosingBrace
        case colon
        case commaOrClosingBracket
        case commaOrClosingBrace
        case restOfString
        case restOfWord
        case digit
        case nothing
    }

    let reason: JSONError.Reason
    let offset: Int
    let expectation: Expectation

    init(_ reason: JSONError.Reason, at offset: Int, expected expectation: Expectation = .nothing) {
        self.reason = reason
        self.offset = offset
        self.expectation = expectation
    }
}
