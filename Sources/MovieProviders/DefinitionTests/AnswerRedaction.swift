import JSON
import Upstream

/// Takes out of a live answer what must not stand in a file: secrets, tokens, and addresses of people.
///
/// Three ways, since no one of them knows all: the secrets of the definition wherever they stand, members that are named
/// like a secret, and texts in the form of one.
struct AnswerRedaction: Sendable {
    /// What was taken out, and how often.
    struct Result: Sendable {
        var bytes: [UInt8]
        var count: Int
    }

    static let placeholder = "***"
    private static let limits = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)

    private let mask: SecretMask

    init(_ secrets: some Sequence<Secret>) {
        mask = SecretMask(secrets)
    }

    /// The answer as it may be kept; byte for byte the same where nothing has to be taken out.
    func redacting(_ body: [UInt8]) -> Result {
        do throws(JSONError) {
            let root = try JSONDocument(body, limits: Self.limits).root
            var count = 0
            var writer = JSONWriter(reserving: body.count, pretty: true)
            append(root, to: &writer, &count)
            return count == 0 ? Result(bytes: body, count: 0) : Result(bytes: writer.bytes, count: count)
        } catch {
            let text = redacted(String(decoding: body, as: UTF8.self))
            return Result(bytes: text.count == 0 ? body : Array(text.text.utf8), count: text.count)
        }
    }

    /// Whether one of the definition's secrets stands in the bytes: such an answer is never written.
    func holdsSecret(_ bytes: [UInt8]) -> Bool { mask.hasSecret(in: bytes) }

    private func append(_ element: JSONElement, to writer: inout JSONWriter, _ count: inout Int) {
        switch element.kind {
        case .string:
            let result = redacted(element.string ?? "")
            count += result.count
            writer.string(result.text)
        case .number where mask.hasSecret(in: Array(element.text)):
            count += 1
            writer.string(Self.placeholder)
        case .array:
            writer.array { writer in
                for item in element.elements { append(item, to: &writer, &count) }
            }
        case .object:
            writer.object { writer in
                for (name, value) in element.members {
                    writer.member(mask.masking(name)) { append(value, named: name, to: &$0, &count) }
                }
            }
        case .number, .null, .bool: writer.raw(element.text)
        }
    }

    private func append(_ value: JSONElement, named name: String, to writer: inout JSONWriter, _ count: inout Int) {
        guard SensitiveText.isSensitive(name), let text = value.string ?? (value.kind == .number ? "0" : nil),
            !text.isEmpty
        else { return append(value, to: &writer, &count) }
        count += 1
        writer.string(Self.placeholder)
    }

    private func redacted(_ text: String) -> (text: String, count: Int) {
        let masked = mask.masking(text)
        let clean = SensitiveText.redacting(masked)
        return (clean.text, clean.count + (masked == text ? 0 : 1))
    }
}
