import JSON
import JSONRPC
import MovieService
import Testing

@Suite("The handshake of the LSP base protocol")
struct LifecycleTests {
    @Test("initialize says who answers, and which methods there are")
    func initialize() async throws {
        let result = try await ServiceClient().result("initialize", #"{"processId":null,"capabilities":{}}"#)
        #expect(result["serverInfo"]?.description == #"{"name":"marquee","version":"1.2.3"}"#)
        #expect(
            result["capabilities"]?["marquee"]?["methods"]?.elements.compactMap(\.string)
                == MethodDeclaration.all.map(\.name)
        )
    }

    @Test("shutdown answers null")
    func shutdown() async throws {
        #expect(try await ServiceClient().result("shutdown").isNull)
    }

    @Test("A handshake with a protocol version is not LSP's")
    func otherProtocol() async throws {
        let error = try await ServiceClient().error("initialize", #"{"protocolVersion":"2025-11-25"}"#)
        #expect(error.code.rawValue == -32_601)
    }
}
