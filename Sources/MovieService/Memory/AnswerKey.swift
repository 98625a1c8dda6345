/// What a kept answer is found by: the method, and the parameters byte for byte.
///
/// Two ways to write one question have an answer each; that costs memory, and comparing costs nothing.
struct AnswerKey: Hashable, Sendable {
    let method: String
    /// A part of the message while an answer is looked for, a copy of its own where one is kept.
    let params: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        unsafe params.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// The same key without the rest of its message.
    var owned: AnswerKey { AnswerKey(method: method, params: ArraySlice(Array(params))) }
}
