import Upstream

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
