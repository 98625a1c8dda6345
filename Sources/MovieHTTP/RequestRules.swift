import HTTPModel
import MovieDomain

/// Rejects requests with content that would redirect or split the message, wherever it comes from.
enum RequestRules {
    /// The header fields that belong to the transport: setting them could split or misdirect a message.
    private static let ownHeaders: Set<String> = [
        "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Throws `.forbidden` with the name of the invalid part, but without its content.
    static func check(_ request: HTTPRequest) throws(ProviderError) {
        guard isHost(request.origin.host) else {
            throw ProviderError(at: .forbidden, "the host for \(request.source) is not a name or an address")
        }
        // Without the slash, a path would continue the host: “@other.example/”.
        guard request.path.hasPrefix("/"), request.path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ProviderError(at: .forbidden, "the path for \(request.origin.host) is not one of a URL")
        }
        for field in request.headers { try check(field, of: request) }
    }

    /// Checks a field, because libcurl sends it as it is: a line break in a value would begin another field.
    private static func check(_ field: HTTPRequest.Field, of request: HTTPRequest) throws(ProviderError) {
        guard isFieldName(field.name[...]) else {
            throw ProviderError(at: .forbidden, "a header for \(request.origin.host) has a name that is none of HTTP")
        }
        if ownHeaders.contains(field.name.lowercased()) {
            throw ProviderError(at: .forbidden, "the header \(field.name) is set by the transport, not by a definition")
        }
        let isText = field.value.revealed().utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == UInt8(ascii: "\t") }
        guard isText else {
            throw ProviderError(
                at: .forbidden,
                "the header \(field.name) for \(request.origin.host) holds a line break or another control character"
            )
        }
    }

    /// Whether a text is a valid name of a header field (RFC 9110, section 5.6.2).
    static func isFieldName(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { isOfName($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Whether a lowercase text can be a host: an address, or a name of at most 253 characters (RFC 1035).
    static func isHost(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                isOfName($0) && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || "-._[]:".utf8.contains($0)
            }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
