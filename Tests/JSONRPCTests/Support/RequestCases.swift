import JSONRPC

/// The answers of JSON-RPC 2.0 to unusual and malformed messages, the same in both framings.
enum RequestCases {
    static let all = notJSON + notRequests + batches + members + ids + calls

    private static let parseError = WireCase.parseError
    private static let invalid = WireCase.invalid

    private static let pong = WireCase.pong(id: "1")
    private static let refused = WireCase.invalid(id: "1")

    /// Returns a request with the id 1.
    private static func request(_ members: String) -> String { #"{"jsonrpc":"2.0","id":1,\#(members)}"# }

    static let notJSON = [
        WireCase("nonsense", "{oops", parseError),
        WireCase("truncated", #"{"jsonrpc":"2.0","id":1,"method":"ping""#, parseError),
        WireCase(
            "C13: invalid UTF-8",
            bytes: Array(#"{"jsonrpc":"2.0","id":""#.utf8) + [0xFF] + Array(#""}"#.utf8),
            [parseError]
        ),
        WireCase(
            "C13: overlong UTF-8",
            bytes: Array(#"{"a":""#.utf8) + [0xC0, 0xAF] + Array(#""}"#.utf8),
            [parseError]
        ),
        WireCase("C13: lone surrogate escape", request(#""method":"ping","params":["\uD800"]"#), parseError),
        WireCase("two values", WireCase.ping(id: "1") + WireCase.ping(id: "2"), parseError),
        WireCase("C15: trailing comma", request(#""method":"ping","#), parseError),
        WireCase("C15: trailing comma in params", request(#""method":"ping","params":[1,]"#), parseError),
        WireCase("wrong bracket in params", request(#""method":"ping","params":[1}"#), parseError),
        WireCase("C13: NUL", "{\"jsonrpc\":\"2.0\",\"id\":1,\0\"method\":\"ping\"}", parseError),
        WireCase("raw tab in a string", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\tng\"}", parseError),
        WireCase("leading zero in the id", #"{"jsonrpc":"2.0","id":01,"method":"ping"}"#, parseError),
        WireCase("C14: nesting of 10,000", String(repeating: "[", count: 10_000), parseError),
        WireCase("batch cut off", #"[{"jsonrpc":"2.0","method":"ping","id":1},{"jsonrpc":"2.0","method""#, parseError),
        WireCase("damaged response", #"{"jsonrpc":"2.0","id":7,"result":{"a":"#),
        WireCase(
            "C13: surrogate as UTF-8",
            bytes: Array(#"{"a":""#.utf8) + [0xED, 0xA0, 0x80] + Array(#""}"#.utf8),
            [parseError]
        ),
        WireCase("C13: UTF-16", bytes: [0xFF, 0xFE] + WireCase.ping(id: "1").utf8.flatMap { [$0, 0] }, [parseError]),
        WireCase("C13: byte order mark", "\u{FEFF}" + WireCase.ping(id: "1"), pong),
    ]

    static let notRequests = [
        WireCase("number", "42", invalid),
        WireCase("string", #""x""#, invalid),
        WireCase("null", "null", invalid),
        WireCase("true", "true", invalid),
        WireCase("empty object", "{}", invalid),
        WireCase("C18: no jsonrpc", #"{"id":1,"method":"ping"}"#, refused),
        WireCase("C18: jsonrpc 1.0", #"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, WireCase.invalid(id: #""a""#)),
        WireCase("C18: jsonrpc as a number", #"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, refused),
        WireCase("method missing", #"{"jsonrpc":"2.0","id":1}"#, refused),
        WireCase("method a number", #"{"jsonrpc":"2.0","id":3,"method":1}"#, WireCase.invalid(id: "3")),
        WireCase("method a number, no id", #"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, invalid),
        WireCase("method in capitals", request(#""Method":"ping""#), refused),
        WireCase("C18: params a string", request(#""method":"ping","params":"x""#), refused),
        WireCase("C18: params a number", request(#""method":"ping","params":1"#), refused),
        WireCase("C18: params a bool", request(#""method":"ping","params":true"#), refused),
        WireCase("C18: params a scalar, no id", #"{"jsonrpc":"2.0","method":"ping","params":1}"#, invalid),
        WireCase("both method and result", request(#""method":"ping","result":1"#), refused),
        WireCase("both method and error", request(#""method":"ping","error":{}"#), refused),
        WireCase("response to nothing", request(#""result":{}"#)),
        WireCase("error response to nothing", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#),
    ]

    static let batches = [
        WireCase("C10: empty batch", "[]", invalid),
        WireCase("batch of one number", "[1]", "[\(invalid)]"),
        WireCase("batch of numbers", "[1,2,3]", "[\(invalid),\(invalid),\(invalid)]"),
        WireCase("array in a batch", "[[]]", "[\(invalid)]"),
        WireCase("batch in a batch", "[[\(WireCase.ping(id: "1"))]]", "[\(invalid)]"),
        WireCase("C9: notifications only", #"[{"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"no"}]"#),
        WireCase("responses only", #"[{"jsonrpc":"2.0","id":1,"result":1}]"#),
        WireCase(
            "mixed batch",
            """
            [\(WireCase.ping(id: "1")),{"jsonrpc":"2.0","method":"ping"},{"foo":"boo"},\
            {"jsonrpc":"2.0","method":"none","id":"5"},{"jsonrpc":"2.0","method":"echo","params":[1, 2],"id":9}]
            """,
            "[\(WireCase.pong(id: "1")),\(invalid),\(WireCase.unknown(id: #""5""#)),\(WireCase.result("[1, 2]", id: "9"))]"
        ),
        WireCase(
            "C17: duplicate ids in a batch",
            "[\(WireCase.ping(id: "4")),\(WireCase.ping(id: "4")),\(WireCase.ping(id: #""4""#))]",
            "[\(WireCase.pong(id: "4")),\(WireCase.invalid(id: "4")),\(WireCase.pong(id: #""4""#))]"
        ),
        WireCase(
            "C8: batch at the limit",
            batch(of: 1_000),
            "[\(Array(repeating: invalid, count: 1_000).joined(separator: ","))]"
        ),
        WireCase("C8: batch above the limit", batch(of: 1_001), invalid),
    ]

    private static func batch(of count: Int) -> String {
        "[" + Array(repeating: "0", count: count).joined(separator: ",") + "]"
    }

    static let members = [
        WireCase("C16: duplicate id", request(#""id":1,"method":"ping""#), invalid),
        WireCase("C16: duplicate method", request(#""method":"ping","method":"ping""#), refused),
        WireCase("C16: duplicate jsonrpc", #"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"ping"}"#, refused),
        WireCase("C16: duplicate name by an escape", request(#""method":"ping","m\u0065thod":"ping""#), refused),
        WireCase(
            "C16: duplicate name inside params",
            request(#""method":"echo","params":{"a":1,"a":2}"#),
            WireCase.result(#"{"a":1,"a":2}"#, id: "1")
        ),
        WireCase("C20: more members", #"{"jsonrpc":"2.0","x":[{}],"id":1,"method":"ping","y":null}"#, pong),
        WireCase("escapes in the names", #"{"json\u0072pc":"2.\u0030","id":1,"metho\u0064":"p\u0069ng"}"#, pong),
        WireCase("blanks everywhere", " { \"method\" :\t\"ping\" ,\"jsonrpc\": \"2.0\", \"id\" : 1 } ", pong),
    ]

    static let ids =
        [
            "1", "0", "-1", "-0", "1.5", "1.0", "1e0", "1E+2", "9007199254740993", "1152921504606846977",
            "9223372036854775807", "9223372036854775808",
            "99999999999999999999", "12345678901234567890123", "-1e-0", "0.10", "\"\"", "\"1\"", "\"a b\"",
            "\"\u{C601}\u{D654}\"", #""\u00e9\n""#, "null",
            "\"" + String(repeating: "long", count: 40) + "\"",
        ].map { WireCase("C17: id \($0)", WireCase.ping(id: $0), WireCase.pong(id: $0)) }
        + ["true", "false", "{}", "[]", "[1]"].map { WireCase("C17: id \($0)", WireCase.ping(id: $0), invalid) }

    /// Returns an `echo` request that is nested to the given depth.
    private static func nested(_ depth: Int, extra: String = "") -> String {
        let params = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
        return request(#""method":"echo"\#(extra),"params":\#(params)"#)
    }

    private static let depth64 = WireCase.result(
        String(repeating: "[", count: 63) + String(repeating: "]", count: 63),
        id: "1"
    )

    static let calls = [
        WireCase("depth at the limit", nested(64), depth64),
        WireCase("depth at the limit, with a member more", nested(64, extra: #","x":0"#), depth64),
        WireCase("depth above the limit", nested(65), parseError),
        WireCase("depth above the limit, with a member more", nested(65, extra: #","x":0"#), parseError),
        WireCase("number of 1,001 digits", WireCase.ping(id: String(repeating: "7", count: 1_001)), parseError),
        WireCase("params null", request(#""method":"echo","params":null"#), WireCase.result("null", id: "1")),
        WireCase("params []", request(#""method":"echo","params":[]"#), WireCase.result("[]", id: "1")),
        WireCase(
            "brackets and quotes inside strings of params",
            request(#""method":"echo","params":{"a":"]}\"[{\\"}"#),
            WireCase.result(#"{"a":"]}\"[{\\"}"#, id: "1")
        ),
        WireCase("void result", request(#""method":"nothing""#), WireCase.result("null", id: "1")),
        WireCase("C19: unknown method", request(#""method":"nope""#), WireCase.unknown(id: "1")),
        WireCase("empty method", request(#""method":"""#), WireCase.unknown(id: "1")),
        WireCase("reserved method", request(#""method":"rpc.anything""#), WireCase.unknown(id: "1")),
        WireCase("unknown $/ request", request(#""method":"$/x""#), WireCase.unknown(id: "1")),
        WireCase("unknown $/ notification", #"{"jsonrpc":"2.0","method":"$/x"}"#),
        WireCase("unknown notification", #"{"jsonrpc":"2.0","method":"nope"}"#),
        WireCase("notification of a failing method", #"{"jsonrpc":"2.0","method":"invalid"}"#),
        WireCase("exit with an id", request(#""method":"exit""#), WireCase.invalid(id: "1")),
        WireCase("cancel with an id", request(#""method":"$/cancelRequest""#), WireCase.invalid(id: "1")),
        WireCase("cancel of an unknown id", #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":77}}"#),
        WireCase("cancel without params", #"{"jsonrpc":"2.0","method":"$/cancelRequest"}"#),
        WireCase("cancel with an odd id", #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}}"#),
        WireCase(
            "error of the handler",
            request(#""method":"invalid""#),
            #"{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params"},"id":1}"#
        ),
    ]
}
