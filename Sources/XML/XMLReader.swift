internal import CExpat
package import JSON

/// A reader that converts XML to JSON values, so that the same paths work for both.
///
/// An element is a member of its parent, and elements with the same name form a list. An attribute is a member `@name`.
/// An element with only text becomes that text, without the blanks around it; next to attributes or elements, the text
/// is a member `#text`. An empty element becomes null. Namespace prefixes stay as written.
///
/// A document type declaration is refused, so the only entities are XML's five and numeric ones, and nothing outside of
/// the document is read.
package enum XMLReader {
    /// Reads a text; `charset` is that of its header, which counts more than the declaration (RFC 7303, section 3).
    package static func read(
        _ bytes: [UInt8],
        charset: String? = nil,
        limits: XMLLimits = XMLLimits()
    ) throws(XMLError) -> JSONValue {
        guard let parser = ExpatParser(limits, charset) else {
            throw XMLError(message: "there is no memory for it", line: 1, column: 1)
        }
        return try parser.read(bytes)
    }
}

/// The limits of an XML text; the code that fetches it limits its bytes.
package struct XMLLimits: Sendable {
    /// How deeply elements may be nested.
    package var maximumDepth = 64
    /// The most elements and attributes together.
    package var maximumNodes = 500_000

    package init() {}
}

/// The reason why a text cannot be read.
package struct XMLError: Error, Hashable, Sendable {
    package let message: String
    /// The line; lines and columns count from 1, columns in characters.
    package let line: Int
    package let column: Int
    /// Whether the text is in an encoding that is not read.
    package var isOfEncoding = false
}

/// An element whose end has not been read yet.
private struct OpenElement {
    let name: String
    private var names: [String] = []
    private var values: [[JSONValue]] = []
    private var places: [String: Int] = [:]
    var text: [UInt8] = []

    init(_ name: String) { self.name = name }

    mutating func add(_ name: String, _ value: JSONValue) {
        if let place = places[name] {
            values[place].append(value)
        } else {
            places[name] = names.count
            names.append(name)
            values.append([value])
        }
    }

    var value: JSONValue {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        let start = text.drop(while: isBlank)
        let text = start.prefix((start.lastIndex { !isBlank($0) } ?? start.startIndex - 1) - start.startIndex + 1)
        let own = JSONValue.string(String(decoding: text, as: UTF8.self))
        if names.isEmpty { return text.isEmpty ? .null : own }
        let members = zip(names, values).map { JSONValue.Member($0, $1.count == 1 ? $1[0] : .array($1)) }
        return .object(text.isEmpty ? members : members + [JSONValue.Member("#text", own)])
    }
}

/// A run of expat, which calls back for each part of the text.
@safe
private final class ExpatParser {
    private let parser: XML_Parser
    private let limits: XMLLimits
    private var open = [OpenElement("")]
    private var nodes = 0
    private var encoding: String?
    /// The reason why a callback stopped the run.
    private var refusal: XMLError?

    init?(_ limits: XMLLimits, _ charset: String?) {
        guard let parser = unsafe XML_ParserCreate(charset) else { return nil }
        unsafe self.parser = unsafe parser
        self.limits = limits
        encoding = charset
    }

    deinit { unsafe XML_ParserFree(parser) }

    func read(_ bytes: [UInt8]) throws(XMLError) -> JSONValue {
        guard let count = Int32(exactly: bytes.count) else {
            throw XMLError(message: "expected less than 2 GiB, found \(bytes.count) bytes", line: 1, column: 1)
        }
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            parser,
            { unsafe ExpatParser.of($0).begin($1, $2) },
            { context, _ in unsafe ExpatParser.of(context).end() }
        )
        unsafe XML_SetCharacterDataHandler(parser) { unsafe ExpatParser.of($0).add($1, $2) }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            unsafe ExpatParser.of(context).refuse("a document type declaration (<!DOCTYPE …>) is not read")
        }
        if encoding == nil {
            unsafe XML_SetXmlDeclHandler(parser) { context, _, encoding, _ in
                unsafe ExpatParser.of(context).encoding = unsafe encoding.map { unsafe String(cString: $0) }
            }
        }
        let status = unsafe bytes.withUnsafeBytes { text in
            unsafe XML_Parse(parser, text.baseAddress?.assumingMemoryBound(to: CChar.self), count, 1)
        }
        if let refusal { throw refusal }
        guard status == XML_STATUS_OK else {
            var failure = error(problem)
            failure.isOfEncoding = unsafe XML_GetErrorCode(parser) == XML_ERROR_UNKNOWN_ENCODING
            throw failure
        }
        return open[0].value
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> ExpatParser {
        // Never `nil`: `read` passed it to expat, which calls back only while `read` runs.
        unsafe Unmanaged<ExpatParser>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    private func begin(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard refusal == nil, let name = unsafe name else { return }
        guard open.count <= limits.maximumDepth else {
            return refuse("expected at most \(limits.maximumDepth) elements inside each other, found more")
        }
        var element = unsafe OpenElement(String(cString: name))
        nodes += 1
        var place = 0
        // Names and values alternate, up to a null pointer.
        while let attributes = unsafe attributes, let name = unsafe attributes[place],
            let value = unsafe attributes[place + 1]
        {
            unsafe element.add("@" + String(cString: name), .string(String(cString: value)))
            nodes += 1
            place += 2
        }
        guard nodes <= limits.maximumNodes else {
            return refuse("expected at most \(limits.maximumNodes) elements and attributes, found more")
        }
        open.append(element)
    }

    private func end() {
        guard refusal == nil, let element = open.popLast() else { return }
        open[open.count - 1].add(element.name, element.value)
    }

    private func add(_ text: UnsafePointer<CChar>?, _ count: Int32) {
        guard refusal == nil else { return }
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
        unsafe open[open.count - 1].text.append(contentsOf: bytes)
    }

    private func refuse(_ message: String) {
        guard refusal == nil else { return }
        refusal = error(message)
        _ = unsafe XML_StopParser(parser, 0)
    }

    private func error(_ message: String) -> XMLError {
        unsafe XMLError(
            message: message,
            line: Int(XML_GetCurrentLineNumber(parser)),
            column: Int(XML_GetCurrentColumnNumber(parser)) + 1
        )
    }

    /// The problem with the text, in expat's words if no message here says more clearly what to do.
    private var problem: String {
        let code = unsafe XML_GetErrorCode(parser)
        return switch code {
        case XML_ERROR_UNDEFINED_ENTITY:
            "expected one of the entities &amp; &lt; &gt; &quot; &apos; or a number such as &#233;, found another"
        case XML_ERROR_UNKNOWN_ENCODING:
            "expected the encoding UTF-8, UTF-16, ISO-8859-1 or US-ASCII, found \(encoding ?? "another")"
        case XML_ERROR_NO_ELEMENTS where open.count > 1: "the element '\(open[open.count - 1].name)' is never closed"
        case XML_ERROR_NO_ELEMENTS: "expected an element, found the end"
        default: unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "it is not well-formed"
        }
    }
}
