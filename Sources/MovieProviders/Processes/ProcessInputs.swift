import JSON
import ProviderLanguage

/// The inputs of an operation as a child process gets them: one JSON object in the names of the language.
enum ProcessInputs {
    /// Texts, numbers, days in ISO 8601, lists; `ids` by name space where there are any.
    static func json(_ values: [Input: InputValue], ids: [String: String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            for (input, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                writer.member(input.rawValue) { value.write(to: &$0) }
            }
            guard !ids.isEmpty else { return }
            writer.member(Input.ids.rawValue) { writer in
                writer.object { writer in
                    for (nameSpace, id) in ids.sorted(by: { $0.key < $1.key }) { writer.member(nameSpace, id) }
                }
            }
        }
        return writer.bytes
    }
}

extension InputValue {
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .integer(let number): writer.int(number)
        case .decimal(let number): writer.double(number)
        case .date(let date): writer.string(date.description)
        case .texts(let texts): writer.array { for text in texts { $0.string(text) } }
        }
    }
}
