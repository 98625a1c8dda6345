#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The forms in which a secret may appear in a text.
package enum SecretForms {
    /// Returns the secret as it is, percent-encoded, in base64 (alone and as a user's password), and escaped in JSON
    /// and in XML; each form also in lower and upper case.
    package static func all(of secret: String, user: String? = nil) -> Set<String> {
        var forms: Set<String> = [secret]
        for isUpper in [true, false] {
            forms.insert(percentEncoded(secret, isUpper: isUpper) { !isPlain($0) })
            forms.insert(percentEncoded(secret, isUpper: isUpper) { !isPlain($0) && $0 != UInt8(ascii: "/") })
            forms.insert(percentEncoded(secret, isUpper: isUpper) { $0 != UInt8(ascii: "+") && !isPlain($0) })
        }
        let pairs = [secret] + (user.map { ["\($0):\(secret)", "\($0):\(secret)\n"] } ?? [])
        for pair in pairs {
            let text = Data(pair.utf8).base64EncodedString()
            forms.insert(text)
            forms.insert(text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
        }
        let escaped = secret.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        forms.insert(escaped)
        forms.insert(escaped.replacing("/", with: "\\/"))
        forms.insert(secret.utf8.map { isPlain($0) ? String(UnicodeScalar($0)) : "\\u00" + hex($0, true) }.joined())
        let references = ["&": "amp", "<": "lt", ">": "gt", "\"": "quot", "'": "apos"]
        forms.insert(secret.map { references[String($0)].map { "&\($0);" } ?? String($0) }.joined())
        forms.insert(secret.unicodeScalars.map { "&#\($0.value);" }.joined())
        forms.insert(secret.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined())
        return forms.union(forms.map { $0.lowercased() }).union(forms.map { $0.uppercased() })
    }

    /// Returns the forms that occur in `bytes`, which need not be text.
    package static func found(_ forms: Set<String>, in bytes: [UInt8]) -> [String] {
        forms.filter { bytes.place(of: Array($0.utf8)) != nil }
    }

    /// Returns the text percent-encoded for any part of a URL.
    package static func percentEncoded(_ text: String) -> String {
        percentEncoded(text, isUpper: true) { !isPlain($0) }
    }

    private static func percentEncoded(_ text: String, isUpper: Bool, _ isEncoded: (UInt8) -> Bool) -> String {
        let bytes = text.utf8.flatMap { isEncoded($0) ? Array("%\(hex($0, isUpper))".utf8) : [$0] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hex(_ byte: UInt8, _ isUpper: Bool) -> String {
        let digits = String(byte, radix: 16, uppercase: isUpper)
        return digits.utf8.count < 2 ? "0" + digits : digits
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }
}
