import HTTPModel
import JSON
package import ProviderLanguage

/// Takes secrets out of texts that come from outside, which may repeat them: as they are, and as they stand in a URL.
struct SecretMask: Sendable {
    /// The longest first, so that a key which holds another one is masked whole.
    private let forms: [[UInt8]]
    /// From this length on a text may have been cut in the middle of a secret.
    private static let cutLength = 500
    private static let telltaleLength = 4

    init(_ secrets: some Sequence<Secret>) {
        self.init(forms: Self.forms(of: secrets))
    }

    private init(forms: Set<[UInt8]>) {
        self.forms = forms.filter { !$0.isEmpty }.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
    }

    /// A mask for the secrets of both.
    func covering(_ other: SecretMask) -> SecretMask { SecretMask(forms: Set(forms).union(other.forms)) }

    private static func forms(of secrets: some Sequence<Secret>) -> Set<[UInt8]> {
        var forms: Set<[UInt8]> = []
        for secret in secrets {
            secret.reveal { value in
                forms.insert(Array(value.utf8))
                forms.insert(Array(PercentEncoding.queryComponent(value).utf8))
            }
        }
        return forms
    }

    /// Whether there is nothing to take out.
    var isEmpty: Bool { forms.isEmpty }

    /// Whether a secret stands in these bytes.
    func hasSecret(in bytes: [UInt8]) -> Bool {
        forms.contains { form in
            bytes.indices.contains { bytes[$0] == form[0] && bytes[$0...].starts(with: form) }
        }
    }

    /// The text with `***` in the place of every secret.
    func masking(_ text: String) -> String {
        String(decoding: masking(Array(text.utf8)), as: UTF8.self)
    }

    /// The bytes with `***` in the place of every secret.
    func masking(_ bytes: [UInt8]) -> [UInt8] {
        var masked: [UInt8] = []
        var rest = bytes[...]
        let mayBeCut = rest.count >= Self.cutLength
        while let byte = rest.first {
            if let form = forms.first(where: { rest.starts(with: $0) }) {
                masked += Array("***".utf8)
                rest = rest.dropFirst(form.count)
            } else if mayBeCut, forms.contains(where: { isCut($0, rest) }) {
                masked += Array("***".utf8)
                rest = []
            } else {
                masked.append(byte)
                rest = rest.dropFirst()
            }
        }
        return masked
    }

    private func isCut(_ form: [UInt8], _ rest: ArraySlice<UInt8>) -> Bool {
        rest.count >= Self.telltaleLength && rest.count < form.count && form.starts(with: rest)
    }
}

/// Takes the secrets of a configuration out of whole messages, which stay JSON where they were.
package struct MessageMask: Sendable {
    private let mask: SecretMask
    private static let limits = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)

    /// A mask for every secret that the definitions name and that is there.
    package init(_ configuration: Configuration, secrets: SecretSource) {
        var found: [Secret] = []
        for use in configuration.providers.flatMap(\.secrets) {
            // One that is not there cannot stand anywhere.
            if case .success(let secret) = secrets.lookUp(SecretSource.Reference(use.secret)) { found.append(secret) }
        }
        mask = SecretMask(found)
    }

    /// A mask that takes nothing out.
    package static let nothing = MessageMask(SecretMask([]))

    private init(_ mask: SecretMask) { self.mask = mask }

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
