import CZlib
import HTTPModel
import MovieDomain
import Platform

/// An answer while it is received: the lines of its heads, then the parts of its body, each within its limits.
struct IncomingAnswer {
    /// The limit for all heads of one exchange together, including those like “100 Continue”.
    private static let mostHeadBytes = 80 << 10

    private static let readEncodings: Set = ["gzip", "x-gzip", "deflate"]
    /// The other registered encodings that servers may send.
    private static let unreadEncodings: Set = ["br", "zstd", "compress", "x-compress", "dcb", "dcz"]

    private let origin: HTTPOrigin
    private let limit: Int
    private let asksForPart: Bool
    private var headBytes = 0
    private var status = 0
    private var headers = HTTPHeaders()
    private var isHeadComplete = false
    private var decoder: BodyDecoder?
    private var body: [UInt8] = []

    init(to request: HTTPRequest) {
        origin = request.origin
        limit = request.limits.maximumBodyBytes
        asksForPart = request.headers.contains { $0.name.lowercased() == "range" }
    }

    var hasBegun: Bool { headBytes > 0 }

    /// Whether the connection must not be reused if the answer ended now, because its compressed body is incomplete.
    var maySpoilConnection: Bool { decoder?.progress == .open }

    /// Whether only the end of the connection ends the body, because the head says neither its length nor that it has parts.
    var endsWithConnection: Bool {
        isHeadComplete && status != 204 && status != 304 && headers["Content-Length"] == nil
            && headers["Transfer-Encoding"] == nil
    }

    // MARK: The head

    /// Takes a line of `count` bytes, including its end.
    mutating func receiveHeadLine(_ line: String, _ count: Int) throws(ProviderError) {
        headBytes += count
        guard headBytes <= Self.mostHeadBytes else { throw broken("its response headers are too large") }
        // More fields may follow the body, but none of them is needed.
        if isHeadComplete { return }
        let text = line.prefix { $0 != "\r\n" && $0 != "\n" && $0 != "\r" }
        if text.hasPrefix(scalars: "HTTP/") { return try beginHead(text) }
        if text.isEmpty { return try endHead() }
        // The continuation of the preceding field (RFC 9112, section 5.2); no field that is needed has two lines.
        if text.hasPrefix(scalars: " ") || text.hasPrefix(scalars: "\t"), !headers.fields.isEmpty { return }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), RequestRules.isFieldName(text[..<colon]) else {
            throw broken("it is not HTTP (one of its header lines is malformed)")
        }
        let value = text[text.utf8.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        let end = value.lastIndex { $0 != " " && $0 != "\t" }.map { value.index(after: $0) } ?? value.startIndex
        headers.append(name: String(text[..<colon]), value: String(value[..<end]))
    }

    private mutating func beginHead(_ line: Substring) throws(ProviderError) {
        let words = line.split(scalar: " ", maxSplits: 2)
        let digits = words.count > 1 ? words[1] : ""
        guard digits.utf8.count == 3, let status = UInt16(digits) else {
            throw broken("it is not HTTP (its status is not a number of three digits)")
        }
        if status == 101 { throw broken("it switches to a protocol that was not requested") }
        self.status = Int(status)
        headers = HTTPHeaders()
    }

    private mutating func endHead() throws(ProviderError) {
        if (100..<200).contains(status) { return }
        isHeadComplete = true
        if status == 206, !asksForPart { throw broken("it is only a part (HTTP status 206) of what was requested") }
        // Refuse encodings that were not asked for, and nested encodings.
        let encodings = headers.list("Content-Encoding").flatMap { $0.lowercased().split(scalar: ",") }
            .map { String($0.filter { !$0.isWhitespace }) }.filter { $0 != "identity" && !$0.isEmpty }
        guard let encoding = encodings.first else { return try checkDeclaredLength() }
        guard encodings.count == 1, Self.readEncodings.contains(encoding) else {
            // Any other word may be anything, such as a key that the server repeats.
            let areKnown = encodings.allSatisfy { Self.readEncodings.contains($0) || Self.unreadEncodings.contains($0) }
            let name =
                areKnown ? "the encoding '\(encodings.prefix(4).joined(separator: ", "))'" : "an unknown encoding"
            throw ProviderError(at: .brokenResponse, "\(origin.host) sends \(name), which was not asked for")
        }
        decoder = BodyDecoder(of: encoding)
        if decoder == nil { throw broken("there is not enough memory to unpack it") }
    }

    private func checkDeclaredLength() throws(ProviderError) {
        if let length = headers["Content-Length"].flatMap({ Int($0) }), length > limit {
            throw tooLarge("sends \(length) bytes where \(limit) bytes are allowed")
        }
    }

    // MARK: The body

    mutating func receiveBody(_ bytes: UnsafeRawBufferPointer) throws(ProviderError) {
        guard let decoder else {
            guard body.count + bytes.count <= limit else {
                throw tooLarge("sends more where \(limit) bytes are allowed")
            }
            return unsafe body.append(contentsOf: bytes)
        }
        unsafe decoder.decode(bytes, into: &body, limit: limit)
        switch decoder.progress {
        case .open, .ended: break
        case .tooLarge: throw tooLarge("sends a body that unpacks to more than the \(limit) bytes allowed")
        case .broken: throw broken("its compressed body cannot be unpacked, or continues after its end")
        }
    }

    /// Returns the answer after libcurl has found its proper end.
    func response() throws(ProviderError) -> HTTPResponse {
        guard isHeadComplete else { throw broken("the connection ended before its headers were complete") }
        if let decoder, decoder.hasBegun, decoder.progress == .open { throw broken("its compressed body is cut off") }
        // The fields about the transfer no longer apply to the decoded body.
        let gone: Set = ["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"]
        return HTTPResponse(status: status, headers: headers.filter { !gone.contains($0) }, body: body)
    }

    private func tooLarge(_ reason: String) -> ProviderError {
        ProviderError(at: .bodyTooLarge, "\(origin.host) \(reason)")
    }

    private func broken(_ reason: String) -> ProviderError { CurlErrors.broken(origin, reason) }
}

/// Decompresses a body up to a limit: one or several texts in gzip (RFC 1952), or deflate in zlib's format (RFC 1950) or
/// without it, as some servers send it (RFC 1951).
///
/// libcurl could do so, but would accept a truncated body as complete.
@safe
private final class BodyDecoder {
    enum Progress {
        case open
        case ended
        case tooLarge
        /// The bytes don't have the format, or continue after its end.
        case broken
    }

    private static let bufferBytes = 32_768

    /// On the heap, because zlib refuses a stream that was moved.
    private let stream: UnsafeMutablePointer<z_stream>
    private var buffer = [UInt8](repeating: 0, count: bufferBytes)
    private(set) var progress = Progress.open
    private(set) var hasBegun = false
    /// The first bytes, until there are enough of them to tell the format.
    private var head: [UInt8] = []
    private var isFormatKnown = false
    private var isGzip = false
    private let mayBeRaw: Bool

    init?(of encoding: String) {
        mayBeRaw = encoding == "deflate"
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        if unsafe marquee_zlib_begin(stream) != Z_OK {
            unsafe stream.deallocate()
            return nil
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Appends the decompressed `input` to `body`, up to a total of `limit` bytes.
    func decode(_ input: UnsafeRawBufferPointer, into body: inout [UInt8], limit: Int) {
        guard input.count > 0 else { return }
        hasBegun = true
        if isFormatKnown { return unsafe unpack(input, into: &body, limit: limit) }
        unsafe head.append(contentsOf: input)
        guard head.count >= 2 else { return }
        tellFormat()
        unsafe head.withUnsafeBytes { unsafe unpack($0, into: &body, limit: limit) }
        head = []
    }

    private func tellFormat() {
        isFormatKnown = true
        isGzip = head.starts(with: [0x1F, 0x8B])
        let isZlib = head[0] & 0x0F == 8 && (Int(head[0]) << 8 | Int(head[1])).isMultiple(of: 31)
        if mayBeRaw, !isGzip, !isZlib { unsafe inflateReset2(stream, -MAX_WBITS) }
    }

    private func unpack(_ input: UnsafeRawBufferPointer, into body: inout [UInt8], limit: Int) {
        if case .ended = progress { beginNextPart() }
        guard case .open = progress else { return progress = .broken }
        // zlib only reads the input, although its type allows writing.
        let start = unsafe UnsafeMutableRawPointer(mutating: input.baseAddress)
        unsafe stream.pointee.next_in = unsafe start?.assumingMemoryBound(to: UInt8.self)
        unsafe stream.pointee.avail_in = UInt32(input.count)
        while case .open = progress {
            let (result, count) = inflateOnce()
            guard body.count + count <= limit else { return progress = .tooLarge }
            body += buffer[..<count]
            switch result {
            case Z_STREAM_END:
                progress = .ended
                if unsafe stream.pointee.avail_in > 0 { beginNextPart() }
            case Z_OK: if unsafe stream.pointee.avail_in == 0, count < Self.bufferBytes { return }
            // No progress is possible: all input so far is decompressed.
            case Z_BUF_ERROR: return
            default: progress = .broken
            }
        }
    }

    /// Begins with what follows the end of a part: only a file in gzip has several.
    private func beginNextPart() {
        progress = .broken
        if isGzip, unsafe inflateReset(stream) == Z_OK { progress = .open }
    }

    private func inflateOnce() -> (result: Int32, count: Int) {
        unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            unsafe stream.pointee.next_out = buffer.baseAddress
            unsafe stream.pointee.avail_out = UInt32(buffer.count)
            let result = unsafe inflate(stream, Z_NO_FLUSH)
            let unused = unsafe stream.pointee.avail_out
            return (result, buffer.count - Int(unused))
        }
    }
}
