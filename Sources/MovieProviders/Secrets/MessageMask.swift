import HTTPModel
import JSON
package import ProviderLanguage

/// A mask that removes the secrets of a configuration from whole messages, and keeps JSON valid.
package struct MessageMask: Sendable {
    private let mask: SecretMask
    private static let limits = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)

    /// Creates a mask for every available secret that the definitions name.
    package init(_ configuration: Configuration, secrets: SecretSource) {
        var found: [Secret] = []
        for use in configuration.providers.flatMap(\.secrets) where !use.isAddress {
            // A missing secret cannot occur in a message.
            if case .success(let secret) = secrets.lookUp(SecretSource.Reference(use.secret)) { found.append(secret) }
        }
        mask = SecretMask(found)
    }

    /// A mask that removes nothing.
    package static let nothing = MessageMask(SecretMask([]))

    init(_ mask: SecretMask) { self.mask = mask }

    /// Returns a mask that covers the secrets of both masks.
    package func covering(_ other: MessageMask) -> MessageMask { MessageMask(mask.covering(other.mask)) }

    /// Returns the message with `***` in place of every secret, including secrets written with escapes.
    ///
    /// Bytes that are not JSON are masked as they are.
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
