extension JSONNumber: Hashable {
    /// Whether the values are equal, in exact decimal arithmetic.
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.text == right.text || left.normalForm == right.normalForm
    }

    /// Hashes the value, so that equal numbers have one hash.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(normalForm)
    }

    /// Sign, digits without zeros at either end, and the exponent of the last digit; zero has no sign and no exponent.
    private struct NormalForm: Hashable {
        var isNegative = false
        var digits: [UInt8] = []
        var exponent = 0
        /// The digits of an exponent that is beyond an `Int`.
        var hugeExponent: String?
    }

    private var normalForm: NormalForm {
        let bytes = Array(text.utf8)
        let mantissaEnd = bytes.firstIndex { $0 | 0x20 == .lowerE } ?? bytes.endIndex
        let mantissa = bytes[..<mantissaEnd]
        var digits = mantissa.filter(\.isDigit).drop { $0 == .zero }
        guard !digits.isEmpty else { return NormalForm() }
        let fraction = mantissa.firstIndex(of: .dot).map { mantissaEnd - $0 - 1 } ?? 0
        var form = NormalForm(isNegative: bytes.first == .minus, exponent: -fraction)
        while digits.last == .zero {
            digits.removeLast()
            form.exponent += 1
        }
        form.digits = Array(digits)
        guard mantissaEnd < bytes.endIndex else { return form }
        let exponent = String(decoding: bytes[(mantissaEnd + 1)...], as: UTF8.self)
        let (sum, overflow) = form.exponent.addingReportingOverflow(Int(exponent) ?? .max)
        if Int(exponent) == nil || overflow {
            form.hugeExponent = exponent
        } else {
            form.exponent = sum
        }
        return form
    }
}
