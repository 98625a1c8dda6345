/// The shape of one value: what may stand there, and how it becomes a Swift value.
///
/// One declaration serves decoding and checking now, and through ``Form`` the reference and the JSON Schema.
struct Shape<Value: Sendable>: Sendable {
    /// What is expected, for messages: `a duration such as 8s`.
    let expectation: String
    let form: Form
    /// The value of a node, or `nil` after every problem was reported.
    let decode: @Sendable (SourceNode, inout Decoding) -> Value?

    init(_ expectation: String, form: Form, decode: @escaping @Sendable (SourceNode, inout Decoding) -> Value?) {
        self.expectation = expectation
        self.form = form
        self.decode = decode
    }

    /// The value of a text that is part of the language itself.
    func value(of text: String) -> Value? {
        var decoding = Decoding()
        return decode(
            SourceNode(content: .text(text), location: SourceLocation(file: "", line: 1, column: 1)),
            &decoding
        )
    }

    /// The same shape with another value made of it.
    func map<New: Sendable>(_ transform: @escaping @Sendable (Value) -> New) -> Shape<New> {
        Shape<New>(expectation, form: form) { node, decoding in decode(node, &decoding).map(transform) }
    }
}
