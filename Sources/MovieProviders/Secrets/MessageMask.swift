package import HTTPModel
package import JSON
package import ProviderLanguage

/// A mask that removes the secrets of a configuration from whole messages, and keeps JSON valid.
package struct MessageMask: Sendable {
    private let mask: SecretMask

    /// Creates a mask for every available secret that the definitions name.
    package init(_ configuration: Configuration, secrets: SecretSource) {
        // One that is not there cannot stand anywhere.
        mask = SecretMask(configuration.providers.flatMap { secrets.secrets(of: $0).found.values })
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
            let root = try JSONDocument(message, limits: .ofMasking).root
            guard holdsSecret(root) else { return message }
            var writer = JSONWriter(reserving: message.count)
            writer.masked(root, mask) { element, _ in
                if let text = element.string { return mask.masking(text) }
                return mask.hasSecret(in: Array(element.text)) ? "***" : nil
            }
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
}

extension JSONWriter {
    /// Writes a value with masked names, and with what `masked` makes of its texts and numbers, each given with the name
    /// that it stands under; `nil` leaves it as it came.
    package mutating func masked(
        _ element: JSONElement,
        named name: String = "",
        _ mask: SecretMask,
        _ masked: (_ element: JSONElement, _ name: String) -> String?
    ) {
        switch element.kind {
        case .string, .number:
            if let text = masked(element, name) { string(text) } else { raw(element.text) }
        case .array:
            array { writer in
                for item in element.elements { writer.masked(item, mask, masked) }
            }
        case .object:
            object { writer in
                for (name, value) in element.members {
                    writer.member(mask.masking(name)) { $0.masked(value, named: name, mask, masked) }
                }
            }
        case .null, .bool: raw(element.text)
        }
    }
}

extension JSONLimits {
    /// What may be masked: everything that was read already.
    package static let ofMasking = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)
}
