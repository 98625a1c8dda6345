import JSON
import JSONRPC
import MovieDomain
import MovieProviders
import Platform

/// A recorded session.
struct Trace {
    enum Step {
        /// The client sent these bytes, frame included.
        case send([UInt8])
        /// The client sent a message that the trace does not hold in full. It got an error.
        case unsendable
        /// The server sent these answers in one message.
        case receive([TracedAnswer])
    }

    private static let maximumBytes = 1 << 30

    /// The steps with their seconds since the first record.
    private(set) var steps: [(seconds: Double, step: Step)] = []
    /// `line` or `header`.
    private(set) var framing = "line"
    /// The number of messages that are missing from the trace.
    private(set) var missing = 0
    /// The methods of the requests by their ids, as written.
    private(set) var methods: [String: String] = [:]

    init(file: String) throws {
        let bytes = try FileSystem.local.read(file, Self.maximumBytes).get()
        var start: Double?
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard let record = TraceLine(Array(line)) else {
                throw CommandError("\(file):\(index + 1): expected a record of a trace", .dataError)
            }
            if index == 0 { framing = record.framing }
            start = start ?? record.seconds
            missing += record.missing
            for (id, method) in record.requests { methods[id] = method }
            if let step = record.step { steps.append((record.seconds - (start ?? 0), step)) }
        }
        guard !steps.isEmpty else { throw CommandError("\(file): the trace is empty", .dataError) }
    }
}

/// One record of a trace file.
struct TraceLine {
    private static let limits = JSONLimits(maximumBytes: .max, maximumDepth: 513, maximumNumberLength: .max)

    /// The seconds since 1970.
    let seconds: Double
    let framing: String
    let missing: Int
    private let isInput: Bool
    private let record: JSONElement

    /// `nil` if the line is not a record.
    init?(_ line: [UInt8]) {
        do throws(JSONError) {
            record = try JSONDocument(line, limits: Self.limits).root
        } catch {
            return nil
        }
        guard let direction = record["direction"]?.string, ["in", "out"].contains(direction),
            let framing = record["framing"]?.string, ["line", "header"].contains(framing),
            let seconds = record["time"]?.string.flatMap(Self.seconds)
        else { return nil }
        isInput = direction == "in"
        self.framing = framing
        self.seconds = seconds
        missing = record["missing"]?.int ?? 0
    }

    /// The ids, as written, and the methods of the requests in the record.
    var requests: [(id: String, method: String)] {
        guard isInput, let message = record["message"] else { return [] }
        let items = message.kind == .array ? Array(message.elements) : [message]
        return items.compactMap { item in
            guard let id = item["id"], let method = item["method"]?.string else { return nil }
            return (String(decoding: id.text, as: UTF8.self), method)
        }
    }

    /// The step to play; `nil` if there is nothing to play.
    var step: Trace.Step? {
        guard missing == 0 else { return nil }
        guard isInput else {
            let answers = record["message"].map(TracedAnswer.all) ?? []
            return answers.isEmpty ? nil : .receive(answers)
        }
        if record["fault"] != nil { return fault }
        return bytes.map { .send(framed($0)) }
    }

    /// The step for bytes that are not a message: they can be sent again if the trace has them.
    private var fault: Trace.Step {
        guard framing == "header", let bytes, bytes.contains(where: { $0 > 0x20 }) else { return .unsendable }
        return .send(bytes)
    }

    private var bytes: [UInt8]? {
        if let message = record["message"] { return Self.withLivingClient(message) }
        if let text = record["text"]?.string { return Array(text.utf8) }
        return record["base64"]?.string.flatMap(Base64.bytes)
    }

    private func framed(_ body: [UInt8]) -> [UInt8] {
        framing == "header" ? Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body : body + [UInt8(ascii: "\n")]
    }

    /// Returns the message; in `initialize`, replaces the process id of the original client, which has ended.
    private static func withLivingClient(_ message: JSONElement) -> [UInt8] {
        guard message["method"]?.string == "initialize", message["params"]?["processId"]?.int != nil else {
            return Array(message.text)
        }
        let own = JSONValue.number(JSONNumber(Int(ProcessID.current.number)))
        return replacing(["params", "processId"], in: JSONValue(message), with: own).jsonBytes
    }

    private static func replacing(_ path: ArraySlice<String>, in value: JSONValue, with new: JSONValue) -> JSONValue {
        guard let name = path.first else { return new }
        guard case .object(let members) = value else { return value }
        return .object(
            members.map { member in
                guard member.name == name else { return member }
                return JSONValue.Member(name, replacing(path.dropFirst(), in: member.value, with: new))
            }
        )
    }

    /// Returns the seconds of a time such as `2026-11-21T04:29:06.123456Z` since 1970.
    private static func seconds(_ text: String) -> Double? {
        guard let moment = Timestamp(parsing: text) else { return nil }
        let fraction = text.drop { $0 != "." }.prefix { $0 == "." || $0.isNumber }
        return Double(moment.secondsSinceEpoch) + (Double("0\(fraction)") ?? 0)
    }
}

/// The result or error for a request id.
struct TracedAnswer {
    /// The id as written: `1` and `"1"` are different.
    let id: String
    let content: JSONElement

    /// Returns the answers in a message: several for a batch, none for a notification.
    static func all(in message: JSONElement) -> [TracedAnswer] {
        let items = message.kind == .array ? Array(message.elements) : [message]
        return items.compactMap { item in
            guard let id = item["id"], item["result"] != nil || item["error"] != nil else { return nil }
            return TracedAnswer(id: String(decoding: id.text, as: UTF8.self), content: item)
        }
    }
}
