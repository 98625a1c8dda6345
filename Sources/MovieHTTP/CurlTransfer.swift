import CCurl
import HTTPModel
import MovieDomain
import Platform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One exchange with a server: a handle of libcurl, and the part of the answer received so far.
///
/// Only used on the thread of ``CurlThread``, where libcurl makes its callbacks.
@safe
final class CurlTransfer {
    struct Order: Sendable {
        var request: HTTPRequest
        /// The path and query, either the request's own or those of a redirect.
        var target: String
        var userAgent: String
        var proxy: ProxyServer?
        var trust: TrustAnchors
        var idleTimeout: Duration
        /// The deadline for the head and the body.
        var end: Duration
        var needsNewConnection = false
    }

    struct Outcome: Sendable {
        var result: Result<HTTPResponse, ProviderError>
        /// The request was sent on a connection that then turned out to be closed, without a byte of an answer.
        var isLost = false
        /// Nothing was sent, because the connection had unsolicited bytes to read.
        var metUnaskedBytes = false
        var isUntrustedChain = false
    }

    let order: Order
    private let easy: UnsafeMutableRawPointer
    private let message: UnsafeMutablePointer<CChar>
    private let completion: CheckedContinuation<Outcome, Never>
    private let allowsLocalAddress: Bool
    private let kept: KeptConnections
    private var isSetUp = true

    private var isSent = false
    private var isAnswered = false
    /// libcurl wanted to send the request again, which it does only if the connection was closed before an answer.
    private var isClosed = false
    private var refusedAddress: String?
    private var lacksDescriptors = false
    private var hasOpenedSocket = false
    private var metUnaskedBytes = false
    private var metCloseNotice = false
    private var answer: IncomingAnswer
    /// The reason why a callback ended the exchange.
    private var failure: ProviderError?

    /// Returns `nil` if there is no memory for a handle.
    init?(_ order: Order, _ kept: KeptConnections, _ completion: CheckedContinuation<Outcome, Never>) {
        guard let easy = unsafe curl_easy_init() else { return nil }
        unsafe self.easy = unsafe easy
        unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        self.order = order
        self.kept = kept
        self.completion = completion
        // Behind a proxy only the proxy's address is visible, and the user chose that one.
        allowsLocalAddress = order.request.origin.namesMachine || order.proxy != nil
        answer = IncomingAnswer(to: order.request)
    }

    deinit {
        // Nothing of a transfer that ends is observed.
        unsafe marquee_curl_set_long(easy, CURLOPT_VERBOSE, 0)
        unsafe curl_easy_cleanup(easy)
        unsafe message.deallocate()
    }

    func isOf(_ handle: UnsafeMutableRawPointer?) -> Bool { unsafe handle == easy }

    // MARK: The request

    /// Sets every option and passes the exchange to `multi`; if that fails, ends the exchange and returns false.
    func begin(in multi: CurlMulti) -> Bool {
        set(CURLOPT_NOSIGNAL, 1)
        // Otherwise the end of an exchange waits for an unresponsive name server, and delays all other exchanges.
        set(CURLOPT_QUICK_EXIT, 1)
        setAddress()
        setConnection()
        setTrust()
        setMessage()
        setCallbacks()
        let isBegun = unsafe isSetUp && multi.add(easy)
        if !isBegun { end(CurlErrors.noLibrary) }
        return isBegun
    }

    private func setAddress() {
        let scheme = order.request.origin.scheme
        set(CURLOPT_PROTOCOLS_STR, scheme.rawValue)
        // libcurl speaks HTTP/1.1 over plain text anyway. Without this option it believes a server that announces more:
        // after a line that begins with "HTTP/2", it puts several requests on one connection, and mixes up their
        // answers.
        if scheme == .http { set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1) }
        // The target is sent as it is. Outside the URL, a key in it doesn't appear in libcurl's messages either.
        set(CURLOPT_URL, order.request.origin.description + "/")
        set(CURLOPT_REQUEST_TARGET, order.target)
    }

    private func setConnection() {
        set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(order.request.limits.connectTimeout))
        set(CURLOPT_MAXAGE_CONN, max(1, milliseconds(order.idleTimeout) / 1_000))
        if order.needsNewConnection { set(CURLOPT_FRESH_CONNECT, 1) }
        // An empty text keeps libcurl from reading the environment, because ``ProxyRules`` has already applied it.
        set(CURLOPT_NOPROXY, "")
        guard let proxy = order.proxy else { return set(CURLOPT_PROXY, "") }
        set(CURLOPT_PROXY, "http://\(proxy.address)")
        // Plain http also uses a tunnel, so that the proxy's own requests contain no key.
        set(CURLOPT_HTTPPROXYTUNNEL, 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        proxy.credentials?.reveal { text in
            let parts = text.split(scalar: ":", maxSplits: 1, omittingEmptySubsequences: false)
            set(CURLOPT_PROXYAUTH, Int(marquee_curl_basic))
            set(CURLOPT_PROXYUSERNAME, String(parts[0]))
            set(CURLOPT_PROXYPASSWORD, parts.count > 1 ? String(parts[1]) : "")
        }
    }

    private func setTrust() {
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if order.trust.isPlatform { return }
        // Both are set: libcurl has a built-in file and folder, and reads no variables.
        set(CURLOPT_CAINFO, order.trust.file)
        set(CURLOPT_CAPATH, order.trust.folder)
    }

    private func setMessage() {
        var fields = order.request.headers.map { (name: $0.name, value: $0.value.revealed()) }
        func addUnlessPresent(_ name: String, _ value: String) {
            if !fields.contains(where: { $0.name.lowercased() == name.lowercased() }) { fields.append((name, value)) }
        }
        addUnlessPresent("User-Agent", order.userAgent)
        addUnlessPresent("Accept", "application/json, */*;q=0.5")
        addUnlessPresent("Accept-Encoding", "gzip, deflate")
        // A field without a value removes one that libcurl would add; with a semicolon it is sent empty.
        var lines = fields.map { field in
            let isEmpty = field.value.allSatisfy { $0 == " " || $0 == "\t" }
            return isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        lines.append("Expect:")
        if !fields.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("Content-Type:") }
        setList(lines)
        guard order.request.method == .post || order.request.body != nil else { return }
        let text = order.request.body?.revealed() ?? ""
        note(unsafe marquee_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(text.utf8.count)))
        set(CURLOPT_COPYPOSTFIELDS, text)
        set(CURLOPT_CUSTOMREQUEST, order.request.method.rawValue)
    }

    private func setCallbacks() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        note(unsafe marquee_curl_set_error_buffer(easy, message))
        note(
            unsafe marquee_curl_set_receivers(
                easy,
                { unsafe CurlTransfer.at($3).receive($0, $1 * $2, of: .head) },
                { unsafe CurlTransfer.at($3).receive($0, $1 * $2, of: .body) },
                context
            )
        )
        note(
            unsafe marquee_curl_set_guards(
                easy,
                { context, _, address in unsafe CurlTransfer.at(context).openSocket(address) },
                { context, _, _, _, port in unsafe CurlTransfer.at(context).mayAsk(fromPort: port) ? 0 : 1 },
                context
            )
        )
        // Without TLS, the end of a connection is all that a server can say.
        guard order.request.origin.scheme == .https, CurlLibrary.usesOpenSSL else { return }
        note(
            unsafe marquee_curl_set_observer(
                easy,
                { _, kind, start, count, context in
                    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
                    if kind == CURLINFO_SSL_DATA_IN, unsafe bytes.elementsEqual(CurlTransfer.closeNotice) {
                        unsafe CurlTransfer.at(context).metCloseNotice = true
                    }
                    return 0
                },
                context
            )
        )
    }

    /// The alert with which a server ends TLS (RFC 8446, section 6.1): `warning`, `close_notify`.
    private static let closeNotice: [UInt8] = [1, 0]

    // MARK: The options

    private var list: CurlList?

    private func setList(_ lines: [String]) {
        guard let list = CurlList(lines) else { return isSetUp = false }
        self.list = list
        note(unsafe marquee_curl_set_list(easy, CURLOPT_HTTPHEADER, list.first))
    }

    private func set(_ option: CURLoption, _ value: Int) { note(unsafe marquee_curl_set_long(easy, option, value)) }

    private func set(_ option: CURLoption, _ text: String?) { note(unsafe marquee_curl_set_text(easy, option, text)) }

    private func note(_ code: CURLcode) {
        if code != CURLE_OK { isSetUp = false }
    }

    private func milliseconds(_ duration: Duration) -> Int { Int(max(1, min(duration.wholeMilliseconds, 86_400_000))) }

    // MARK: The callbacks

    private enum Part { case head, body }

    private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
        // Safe because the handle that makes the callback belongs to the transfer, and ends with it.
        unsafe Unmanaged<CurlTransfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// Checks every address before a connection attempt, so that no byte goes to a forbidden one.
    private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
        guard let address = unsafe address else { return -1 }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe marquee_curl_address(address, &bytes)
        if !allowsLocalAddress {
            guard let address = IPAddress(bytes[..<count]) else { return -1 }
            if let kind = AddressBlock.refusal(of: address, own: IPAddress.ofInterfaces) {
                refusedAddress = refusedAddress ?? "\(address), \(kind)"
                return -1
            }
        }
        if isSent {
            isClosed = true
            return -1
        }
        let socket = unsafe marquee_curl_socket(address)
        if socket < 0, errno == EMFILE || errno == ENFILE { lacksDescriptors = true }
        hasOpenedSocket = true
        kept.opened(socket)
        return socket
    }

    /// Allows the request to be sent once.
    ///
    /// libcurl would repeat it by itself if a kept connection has closed, also a POST that may have an effect, and would
    /// then report the first failure's message for the second.
    private func mayAsk(fromPort port: Int32) -> Bool {
        guard !isSent else {
            isClosed = true
            return false
        }
        if !hasOpenedSocket, kept.hasUnaskedBytes(onPort: Int(port)) {
            metUnaskedBytes = true
            return false
        }
        guard order.request.sending.begin() else { return false }
        isSent = true
        return true
    }

    /// Returns the number of bytes taken; any other number than `count` ends the exchange.
    private func receive(_ start: UnsafeMutablePointer<CChar>?, _ count: Int, of part: Part) -> Int {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        if !isAnswered {
            isAnswered = true
            order.request.sending.noteAnswer()
        }
        do throws(ProviderError) {
            let maySpoil = answer.maySpoilConnection
            switch part {
            case .head: try answer.receiveHeadLine(unsafe String(decoding: bytes, as: UTF8.self), count)
            case .body: try unsafe answer.receiveBody(bytes)
            }
            if answer.maySpoilConnection != maySpoil { set(CURLOPT_FORBID_REUSE, maySpoil ? 0 : 1) }
            return count
        } catch {
            failure = failure ?? error
            return count == 0 ? 1 : 0
        }
    }

    // MARK: The end

    func end(_ code: CURLcode) {
        let errors = errors(code)
        kept.answered(
            onPort: unsafe marquee_curl_get_long(easy, CURLINFO_LOCAL_PORT),
            isHTTP1: unsafe marquee_curl_get_long(easy, CURLINFO_HTTP_VERSION) <= 2
        )
        let result = Result { () throws(ProviderError) in
            if let failure { throw failure }
            if isClosed { throw errors.lost }
            // What this answer means is decided where every other status is.
            if errors.lacksStatus { return HTTPResponse(status: 0, body: []) }
            if code != CURLE_OK { throw errors.failure }
            if isCutOff { throw errors.endOfAnswer }
            return try answer.response()
        }
        completion.resume(
            returning: Outcome(
                result: result,
                isLost: isClosed || isSent && !hasOpenedSocket && result.isConnectionLost,
                metUnaskedBytes: metUnaskedBytes && !isSent,
                isUntrustedChain: errors.isUntrustedChain
            )
        )
    }

    /// Whether TLS did not say that the end of the connection is that of the answer, which nothing else ends.
    ///
    /// Some versions of libcurl and OpenSSL take that for an error, and others do not.
    private var isCutOff: Bool {
        let isHTTP1 = unsafe marquee_curl_get_long(easy, CURLINFO_HTTP_VERSION) <= 2
        return order.request.origin.scheme == .https && CurlLibrary.usesOpenSSL && isHTTP1
            && answer.endsWithConnection && !metCloseNotice
    }

    /// Ends the exchange from outside, at any point.
    func end(_ failure: ProviderError) {
        completion.resume(returning: Outcome(result: .failure(failure)))
    }

    func leave(_ multi: CurlMulti) { unsafe multi.remove(easy) }

    private func errors(_ code: CURLcode) -> CurlErrors {
        CurlErrors(
            order: order,
            code: code,
            systemError: unsafe marquee_curl_get_long(easy, CURLINFO_OS_ERRNO),
            verifyResult: unsafe marquee_curl_get_long(easy, CURLINFO_SSL_VERIFYRESULT),
            proxyStatus: unsafe marquee_curl_get_long(easy, CURLINFO_HTTP_CONNECTCODE),
            // Timings differ between versions; a local port exists once the connection does.
            hasConnected: unsafe marquee_curl_get_long(easy, CURLINFO_LOCAL_PORT) > 0,
            hasAsked: isSent,
            hasAnswer: answer.hasBegun,
            refusedAddress: refusedAddress,
            lacksDescriptors: lacksDescriptors,
            message: unsafe String(cString: message)
        )
    }
}

/// A list of lines for libcurl, which doesn't copy the list.
@safe
private final class CurlList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    /// Returns `nil` if there is no memory for all lines.
    init?(_ lines: [String]) {
        for line in lines {
            guard let longer = unsafe curl_slist_append(first, line) else { return nil }
            unsafe first = unsafe longer
        }
    }

    deinit {
        unsafe curl_slist_free_all(first)
    }
}

extension Result<HTTPResponse, ProviderError> {
    fileprivate var isConnectionLost: Bool {
        if case .failure(let failure) = self { failure.stage == .connectionLost } else { false }
    }
}
