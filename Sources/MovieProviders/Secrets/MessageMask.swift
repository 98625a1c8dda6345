import HTTPModel
import JSON
package import ProviderLanguage

/// Takes the secrets of a configuration out of whole messages, which stay JSON where they were.
package struct MessageMask: Sendable {
    private let mask: SecretMask
    private static let limits = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)

    /// A mask for every secret that the definitions name and that is there.
    package init(_ configuration: Configuration, secrets: SecretSource) {
        var found: [Secret] = []
        for use in configuration.providers.flatMap(\.secrets) where !use.isAddress {
            // One that is not there cannot stand anywhere.
            if case .success(let secret) = secrets.lookUp(SecretSource.Reference(use.secret)) { found.append(secret) }
        }
        mask = SecretMask(found)
    }

    /// A mask that takes nothing out.
    package static let nothing = MessageMask(SecretMask([]))

    init(_ mask: SecretMask) { self.mask = mask }

    /// A mask that takes out what either takes out.
    package func covering(_ other: MessageMask) -> MessageMask { MessageMask(mask.covering(other.mask)) }

    /// The message with `***` in the place of every secret, also of one that is written with escapes.
    ///
    /// Bytes that are not JSON are masked as they stand.
    package func masking(_ message: [UInt8]) -> [UInt8] {
        guard !mask.isEmpty else { return message }
        guard message.contains(UInt8(ascii: "\\")) || mask.hasSecret(in: message) else { return message }
        do throws(JSONError) {
            let root = try JSONDocument(message, limits: Self.limits).root
            guard holdsSecret(root) else { return message }
            var writer = JSONWriter(reserving: message.count)
            append(root, to: &writer)
            return writer.bytes
        } catch {
            return mask.masking(message)
        }
    }

    private func holdsSecret(_ element: JSONElement) -> Bool {
        switch element.kind {
        case .string: hasSecret(element.string)
        case .number: mask.hasSecret(in: Array(element.text))
        case .array: element.elements.contains(where: holdsSecret)
        case .object: element.members.contains { hasSecret($0.name) || holdsSecret($0.value) }
        case .null, .bool: false
        }
    }

    private func hasSecret(_ text: String?) -> Bool { mask.hasSecret(in: Array((text ?? "").utf8)) }

    private func append(_ element: JSONElement, to writer: inout JSONWriter) {
        switch element.kind {
        case .string: writer.string(mask.masking(element.string ?? ""))
        case .number where mask.hasSecret(in: Array(element.text)): writer.string("***")
        case .array:
            writer.array { writer in
                for item in element.elements { append(item, to: &writer) }
            }
        case .object:
            writer.object { writer in
                for (name, value) in element.members {
                    writer.member(mask.masking(name)) { append(value, to: &$0) }
                }
            }
        case .number, .null, .bool: writer.raw(element.text)
        }
    }
}
