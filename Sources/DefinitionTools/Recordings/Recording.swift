import BundledFiles
package import HTTPModel
import JSON
package import MovieDomain
package import Platform

/// The recorded answers that `--replay` and `--demo` serve, and the time at which the clock stands.
///
/// The format is described in `docs/replay.md`.
package struct Recording: Sendable {
    package struct Exchange: Sendable {
        var request: RecordedRequest
        var status: Int
        var headers: [(String, String)]
        var body: [UInt8]
        /// How long the answer takes.
        var delay = Duration.zero
    }

    /// The time at which the clock stands during a replay.
    package let now: Timestamp
    let exchanges: [Exchange]
    /// The path of the recording's file, for messages.
    package let source: String
    /// Whether this is the recording that ships with the program.
    var isDemo = false

    /// The origins of the recorded answers.
    package var origins: Set<HTTPOrigin> { Set(exchanges.map(\.request.url.origin)) }

    /// Returns the small recording that ships with the program: a few days from 2012 to 2023 and their films.
    package static func demo() throws(RecordingFailure) -> Recording {
        var recording = try Recording(BundledFiles.demo, file: "demo.json") { name throws(RecordingFailure) in
            throw RecordingFailure(file: "demo.json", message: "there is no file \(name) beside it")
        }
        recording.isDemo = true
        return recording
    }

    /// Returns the failure of a request without an answer: with its address, or with examples in the demo.
    func miss(_ request: HTTPRequest) -> ProviderError {
        guard isDemo else {
            return ProviderError(at: .notRecorded, "the recording \(source) has no answer for \(request.redactedURL)")
        }
        var miss = ProviderError(at: .notRecorded, "the demo does not have that; it has only a few films and days")
        let lines =
            request.path.lowercased().replacing(scalars: "-", with: "").contains(scalars: "boxoffice")
            ? ["boxoffice", "boxoffice 2022-12-14", "boxoffice --span weekend 2012-01-01", "trend --weeks 3"]
            : ["search parasite", "search 'john wick'", "people 봉준호", "list --genre action", "boxoffice"]
        miss.hint = "these work: " + lines.map { "marquee \($0) --demo" }.joined(separator: "; ")
        return miss
    }
}

extension Recording {
    /// The name of the file inside a recording's folder.
    package static let fileName = "recording.json"
    private static let maximumBytes = 64 << 20

    /// Reads the recording in a folder.
    package init(folder: String, files: FileSystem) throws(RecordingFailure) {
        let file = "\(folder)/\(Recording.fileName)"
        switch files.read(file, Recording.maximumBytes) {
        case .failure(let failure):
            let message = "a recording is a folder with \(Recording.fileName) in it: \(failure)"
            throw RecordingFailure(file: file, message: message)
        case .success(let bytes):
            try self.init(bytes, file: file) { name throws(RecordingFailure) in
                switch files.read(name, beside: file, Recording.maximumBytes) {
                case .success(let body): return body
                case .failure(let failure): throw RecordingFailure(file: file, message: failure.description)
                }
            }
        }
    }

    /// Reads the text of a `recording.json`; `body` fetches what a `file` beside it holds.
    init(_ bytes: [UInt8], file: String, body: (String) throws(RecordingFailure) -> [UInt8]) throws(RecordingFailure) {
        let limits = JSONLimits(maximumBytes: Recording.maximumBytes)
        let root: JSONElement
        do {
            root = try JSONDocument(bytes, limits: limits).root
        } catch {
            throw RecordingFailure(file: file, message: "not JSON: \(error)")
        }
        guard root["version"]?.int == 1 else {
            throw RecordingFailure(file: file, message: "expected \"version\": 1")
        }
        guard let text = root["now"]?.string, let now = Timestamp(parsing: text) else {
            let message = "expected \"now\", the moment of the recording, such as \"2023-04-24T12:00:00+09:00\""
            throw RecordingFailure(file: file, message: message)
        }
        guard let recorded = root["exchanges"], recorded.kind == .array else {
            throw RecordingFailure(file: file, message: "expected \"exchanges\", a list")
        }
        var exchanges: [Exchange] = []
        for (number, element) in recorded.elements.enumerated() {
            do {
                exchanges += try Exchange.all(element, body: body)
            } catch {
                throw RecordingFailure(file: file, message: "exchanges[\(number)]: \(error.message)")
            }
        }
        self.init(now: now, exchanges: exchanges, source: file)
    }
}

extension Recording.Exchange {
    /// Returns one exchange for each URL, all with the same answer.
    fileprivate static func all(
        _ element: JSONElement,
        body: (String) throws(RecordingFailure) -> [UInt8]
    ) throws(RecordingFailure) -> [Recording.Exchange] {
        let url = element["request"]?["url"]
        let urls = url?.kind == .array ? url.map { Array($0.elements) } ?? [] : [url].compactMap(\.self)
        guard !urls.isEmpty else { throw failure("expected request.url, a URL or a list of them") }
        let method = element["request"]?["method"]?.string ?? "GET"
        let absent = element["request"]?["absent"]?.elements.compactMap(\.string) ?? []
        var exchanges: [Recording.Exchange] = []
        for url in urls {
            guard let text = url.string, let request = RecordedRequest(method: method, url: text, absent: absent) else {
                throw failure("request.url is not a URL with scheme and host: \(url.string ?? url.description)")
            }
            if var next = exchanges.first {
                next.request = request
                exchanges.append(next)
            } else {
                exchanges.append(try Recording.Exchange(request, element, body: body))
            }
        }
        return exchanges
    }

    private static func failure(_ message: String) -> RecordingFailure { RecordingFailure(file: "", message: message) }

    private init(
        _ request: RecordedRequest,
        _ element: JSONElement,
        body: (String) throws(RecordingFailure) -> [UInt8]
    ) throws(RecordingFailure) {
        guard let response = element["response"] else { throw Self.failure("expected response") }
        self.request = request
        status = try Recording.Exchange.status(response["status"])
        headers =
            try response["headers"]?.members.map { member throws(RecordingFailure) in
                guard let value = member.value.string else {
                    throw Self.failure("response.headers: \(member.name) is not a text")
                }
                return (member.name, value)
            } ?? []
        if let inline = response["body"] {
            self.body = Array(inline.text)
        } else if let text = response["text"]?.string {
            self.body = Array(text.utf8)
        } else if let text = response["base64"]?.string {
            guard let bytes = Base64.bytes(text) else { throw Self.failure("response.base64 is not base64") }
            self.body = bytes
        } else if let file = response["file"]?.string {
            guard FileSystem.staysInFolder(file) else {
                throw Self.failure("response.file must be in the folder of the recording: \(file)")
            }
            self.body = try body(file)
        } else {
            self.body = []
        }
        if let delay = response["delay"] {
            guard let seconds = delay.double, (0...60).contains(seconds) else {
                throw Self.failure("response.delay is not a number of seconds from 0 to 60: \(JSONValue(delay))")
            }
            self.delay = .milliseconds(Int(seconds * 1_000))
        }
    }

    private static func status(_ element: JSONElement?) throws(RecordingFailure) -> Int {
        guard let element else { return 200 }
        guard let status = element.int, (100...599).contains(status) else {
            throw failure("response.status is not an HTTP status: \(JSONValue(element))")
        }
        return status
    }
}

/// Why a recording cannot be played.
package struct RecordingFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package var file: String
    /// What was expected, what was found, and where.
    package var message: String

    package var description: String { "\(file): \(message)" }
}
