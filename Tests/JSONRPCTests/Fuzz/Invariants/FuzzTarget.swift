/// A parser that is fuzzed with arbitrary bytes, and its invariants.
///
/// libFuzzer (`make fuzz`) and the tests call the same ``check(_:)``.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// The framer of newline-delimited messages, compared with a short model.
    case lineFramer = "line-framer"
    /// The framer of `Content-Length` messages, including the detection of the framing.
    case headerFramer = "header-framer"
    /// The JSON reader, its values, and the writer.
    case jsonReader = "json-reader"
    /// The message decoder, with one message per line.
    case messageDecoder = "message-decoder"

    static let first = FuzzTarget.jsonReader

    /// Checks the invariants of the target for the bytes.
    ///
    /// - Throws: the violation of an invariant.
    func check(_ bytes: [UInt8]) throws(Violation) {
        switch self {
        case .lineFramer: try FramerInvariants.checkLines(bytes)
        case .headerFramer: try FramerInvariants.checkHeaders(bytes)
        case .jsonReader: try JSONInvariants.check(bytes)
        case .messageDecoder: try DecoderInvariants.check(bytes)
        }
    }
}

extension FuzzTarget {
    /// The initial inputs: ordinary ones and one of each unusual kind.
    var seeds: [[UInt8]] {
        switch self {
        case .lineFramer: Self.streamsOfLines.map { Array($0.utf8) }
        case .headerFramer: Self.streamsOfHeaders.map { Array($0.utf8) } + [[0xEF, 0xBB, 0xBF, 0x43], [0xFF, 0xFE]]
        case .jsonReader: Self.texts.map { Array($0.utf8) } + Self.brokenTexts
        case .messageDecoder: Self.messages.map { Array($0.utf8) }
        }
    }

    private static let streamsOfLines = [
        "", "\n", "\r\n", "\r", " \t\r\n", "{}\n", "{}\r\n[1]\n", "\n\n 1 \n\n2", "1\r\r\n2\n", "\r1\n",
        String(repeating: "a", count: 48) + "\n1\n", String(repeating: "a", count: 48) + "\r\n1\n",
        String(repeating: "a", count: 49) + "\n1\n", String(repeating: "a", count: 49) + "\r\n1\n",
        String(repeating: "b", count: 200) + "\n1\n", String(repeating: " ", count: 60) + "\n1\n",
        String(repeating: "c", count: 48) + "\r", String(repeating: "c", count: 48) + "\rd\n1\n",
    ]

    private static let streamsOfHeaders = [
        "Content-Length: 2\r\n\r\n{}", "content-length:2\n\n[]", "Content-Length \t:\t 2 \r\n\r\n{}",
        "X-Odd: 1\r\nContent-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull",
        "Content-Type: a/b; charset=utf-8\r\nContent-Length: 1\r\n\r\n1",
        "Content-Length: 1\r\nContent-Type: a/b; charset=latin1\r\n\r\n1Content-Length: 1\r\n\r\n2",
        "Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1", "Content-Length: -5\r\n\r\n{}Content-Length: 1\r\n\r\n1",
        "Content-Length: 99999999999999999999\r\n\r\n{}Content-Length: 1\r\n\r\n1",
        "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}Content-Length: 1\r\n\r\n1",
        "hello\r\nContent-Length: 1\r\n\r\n1", "Content-Length: 9\r\n\r\n{}Content-Length: 1\r\n\r\n1",
        "Content-Length: 1\r\n\r\n{}Content-Length: 1\r\n\r\n1",
        "Content-Length: 60\r\n\r\n{}Content-Length: 1\r\n\r\n1",
        "{\"a\":1}\n[2]\n", "true\n", "nullable: 1\r\n\r\n", "Content-Length: 2\r\n", "Content-Length: 2\r\n\r\n{",
        "Content-Length: 24\r\n\r\n{\"Content-Length: 5\\r\\n\":Content-Length: 1\r\n\r\n1",
    ]

    private static let texts = [
        "null", "true", " false ", "0", "-0", "-1.5e+10", "1E400", "01", "1.", "-", "\"\"", "\"a\\u00e9\\n\\\\\\/\"",
        "\"\\ud834\\udd1e\"", "\"\\ud834\"", "\"\\udd1e\\ud834\"", "\"\u{C601}\u{D654} \u{1D11E}\"", "\"\\x\"", "[]",
        "{}",
        "[1,2,[3,{\"a\":[]}]]", "{\"a\":1,\"a\":2,\"b\":{\"\\u0061\":null}}", "[1,]", "{\"a\":1,}", "[1 2]",
        "{\"a\" 1}",
        "[[[[[[[[[[[[]]]]]]]]]]]]", "[[[[[[[[[[[[[]]]]]]]]]]]]]", "1234567890123456789012345678901234567890",
        "12345678901234567890123456789012345678901", "\u{FEFF}1", "1 2",
        "{\"a\":\"long enough for whole words at once\"}",
        "[9223372036854775807,-9223372036854775808,9223372036854775808,1.0,1e0,0.1,123456789.125]",
    ]

    private static let brokenTexts: [[UInt8]] = [
        [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
        [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
        [0x22, 0xE2, 0x82, 0x22], [0x22, 0x00, 0x22], [0x22, 0x1F, 0x22], [0x5B, 0x00, 0x5D], [0x31, 0x00],
    ]

    private static let messages = [
        #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n" + #"{"jsonrpc":"2.0","id":20,"method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n" + #"{"jsonrpc":"2.0","id":01,"method":"ping"}"#,
        #"{ "id" : "a-b" , "method":"a/rather/long/name","jsonrpc":"2.0","params":{"a":[1,{"b":"]}\""}]} }"#,
        #"{"method":"m","params":[],"jsonrpc":"2.0"}"#, #"{"method":"m","params":null,"jsonrpc":"2.0","id":null}"#,
        #"{"jsonrpc":"2.0","id":-0,"method":"m"}"#, #"{"jsonrpc":"2.0","id":1.0,"method":"m"}"#,
        #"{"jsonrpc":"2.0","id":12345678901234567890123,"method":"m"}"#, #"{"jsonrpc":"2.0","id":1e0,"method":"m"}"#,
        #"{"jsonrpc":"2.0","id":true,"method":"m"}"#, #"{"jsonrpc":"1.0","id":1,"method":"m"}"#,
        #"{"jsonrpc":"2.0","id":1,"id":2,"method":"m"}"#, #"{"jsonrpc":"2.0","id":1,"method":"m","m\u0065thod":"n"}"#,
        #"{"jsonrpc":"2.0","id":"\u00e9\n","method":"m","x":[{}]}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"m","error":{}}"#, #"{"jsonrpc":"2.0","method":"m","params":1}"#,
        #"[{"jsonrpc":"2.0","id":1,"method":"m"},{"jsonrpc":"2.0","method":"m"},1,[]]"#, "[]", "[1]", "42", "{}",
        "{oops",
        "\u{FEFF}" + #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
    ]
}
