import JSON

@testable import JSONRPC

/// Invariants of the message decoder for arbitrary input with one message per line.
enum DecoderInvariants {
    /// Checks that only JSON decodes as a message, that ids keep their bytes, and that answers are valid JSON.
    static func check(_ bytes: [UInt8]) throws(Violation) {
        var decoder = MessageDecoder(limits: .standard, maximumBatch: 1_000)
        for line in bytes.split(separator: .lineFeed) {
            let message = Array(line)
            try check(decoder.decode(message.span), of: message)
        }
    }

    private static func check(_ message: IncomingMessage, of bytes: [UInt8]) throws(Violation) {
        let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        let document = FramerInvariants.document(marked)
        switch message {
        case .unparsable:
            try Violation.unless(document == nil, "JSON is called unparsable")
        case .single(let item):
            guard let root = document?.root else { throw Violation("what is no JSON is called a message") }
            let isObject = root.kind == .object
            try check(item, of: isObject ? root : nil)
        case .batch(let items):
            guard let root = document?.root else { throw Violation("what is no JSON is called a batch") }
            try Violation.unless(root.count == items.count && !items.isEmpty, "\(items.count) items for \(root)")
            for (item, element) in zip(items, root.elements) {
                try check(item, of: element.kind == .object ? element : nil)
            }
        }
    }

    private static func check(_ item: IncomingItem, of object: JSONElement?) throws(Violation) {
        switch item {
        case .response:
            try Violation.unless(object?["method"] == nil, "a response with a method")
        case .invalid(let id, let reason):
            if !id.isNull { try checkToken(id, in: object) }
            try checkAnswer(.failure(.invalidRequest(reason)), to: id)
        case .call(let call):
            try Violation.unless(object?["method"]?.isString(call.method) == true, "the method \(call.method)")
            try Violation.unless(object?["jsonrpc"]?.isString("2.0") == true, "a call of another version")
            guard let id = call.id else { return try Violation.unless(object?["id"] == nil, "an id got lost") }
            try checkToken(id, in: object)
            try checkAnswer(.result(Array("[{}]".utf8)), to: id)
        }
    }

    /// Checks that the id has the bytes that the client wrote.
    private static func checkToken(_ id: RPCID, in object: JSONElement?) throws(Violation) {
        let token = object?["id"].map { Array($0.text) }
        try Violation.unless(token == Array(id.description.utf8), "the id \(id) is none of the message's bytes")
    }

    /// Checks that the answer is one JSON text with the same id in both framings, and one line in line framing.
    private static func checkAnswer(_ reply: RPCReply, to id: RPCID) throws(Violation) {
        for framing in RPCFraming.allCases {
            var frame: [UInt8] = []
            FrameWriter(framing: framing).append(reply, to: id, into: &frame)
            let body = framing == .line ? Array(frame.dropLast()) : Array(frame.drop { $0 != UInt8(ascii: "{") })
            let answer = FramerInvariants.document(body)?.root
            try Violation.unless(answer?["id"].map { Array($0.text) } == Array(id.description.utf8), "answer \(body)")
            if framing == .line { try Violation.unless(!body.contains(.lineFeed), "two lines") }
        }
    }
}
