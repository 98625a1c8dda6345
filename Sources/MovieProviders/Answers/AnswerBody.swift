import JSON

/// The body of an answer, read once: as JSON, or as what it is instead.
struct AnswerBody {
    /// What begins with `<` instead of JSON.
    enum Markup {
        case webPage, xml
    }

    /// Without a byte order mark, which is passed over (RFC 8259, section 8.1).
    let bytes: [UInt8]
    let document: Result<JSONElement, JSONError>

    /// Reads the bytes of a body that the transport let through, whatever their number.
    init(_ body: [UInt8]) {
        bytes = body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
        do throws(JSONError) {
            let limits = JSONLimits(maximumBytes: max(1, bytes.count))
            document = .success(try JSONDocument(bytes, limits: limits).root)
        } catch {
            document = .failure(error)
        }
    }

    /// `nil` for what is no JSON.
    var root: JSONElement? {
        if case .success(let root) = document { root } else { nil }
    }

    /// `nil` for all that does not begin with `<`, whatever its type is said to be.
    var markup: Markup? {
        let start = bytes.drop(while: \.isBlank).prefix(512)
        guard start.first == UInt8(ascii: "<") else { return nil }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        return text.hasPrefix("<?xml") && !text.contains("<html") ? .xml : .webPage
    }

    /// Whether there is nothing in it but blanks.
    var isEmpty: Bool { bytes.allSatisfy(\.isBlank) }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
