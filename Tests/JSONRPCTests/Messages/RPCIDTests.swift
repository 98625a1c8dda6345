import Testing

@testable import JSONRPC

@Suite("Request ids")
struct RPCIDTests {
    @Test(
        "An id is its token, byte for byte",
        arguments: [
            "1", "-0", "1.0", "1e0", "\"1\"", "\"\"", "null", "123456789012345", "1234567890123456",
            "99999999999999999999", "\"a rather long id that does not fit\"", "\"é\"",
        ]
    )
    func echoesToken(token: String) {
        #expect(RPCID(token: Array(token.utf8)).description == token)
        #expect(RPCID(token: Array(token.utf8).span).description == token)
        #expect(RPCID(token: Array(token.utf8)) == RPCID(token: Array(token.utf8).span))
    }

    @Test("Tokens that mean the same are still different ids")
    func differsByToken() {
        let tokens = ["1", "\"1\"", "1.0", "1e0", "01", "\"\\u0031\"", "\"e\u{301}\"", "\"\u{e9}\""]
        #expect(Set(tokens.map { RPCID(token: Array($0.utf8)) }).count == tokens.count)
    }
}
