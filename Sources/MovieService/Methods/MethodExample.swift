package import JSON

/// One call of a method with its answer, written by the encoders that write the real answers.
package struct MethodExample: Sendable {
    /// What the call is for, in a few words.
    package let name: String
    /// The members of `params`.
    package let parameters: [JSONValue.Member]
    /// The answer.
    package let result: any JSONEncodable & Sendable

    init(_ name: String, _ parameters: KeyValuePairs<String, JSONValue>, result: some JSONEncodable & Sendable) {
        self.name = name
        self.parameters = parameters.map { JSONValue.Member($0.key, $0.value) }
        self.result = result
    }
}
