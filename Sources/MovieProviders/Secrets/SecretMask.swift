import Upstream

/// Takes secrets out of texts that come from outside, which may repeat them: as they are, and as they stand in a URL.
struct SecretMask: Sendable {
    /// The longest first, so that a key which holds another one is masked whole.
    private let forms: [[UInt8]]
    /// From this length on a text may have been cut in the middle of a secret.
    private static let cutLength = 500
    private static let telltaleLength = 4

    init(_ secrets: some Sequence<Secret>) {
        var forms: Set<[UInt8]> = []
        for secret in secrets {
            secret.reveal { value in
                forms.insert(Array(value.utf8))
                forms.insert(Array(PercentEncoding.queryComponent(value).utf8))
            }
        }
        self.forms = forms.filter { !$0.isEmpty }.sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
    }

    /// The text with `***` in the place of every secret.
    func masking(_ text: String) -> String {
        var masked: [UInt8] = []
        var rest = Array(text.utf8)[...]
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
        return String(decoding: masked, as: UTF8.self)
    }

    private func isCut(_ form: [UInt8], _ rest: ArraySlice<UInt8>) -> Bool {
        rest.count >= Self.telltaleLength && rest.count < form.count && form.starts(with: rest)
    }
}
