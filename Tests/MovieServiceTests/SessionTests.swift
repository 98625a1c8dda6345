import Foundation
import JSON
import JSONRPC
import MovieDomain
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

@Suite("Progress and partial results on a connection")
struct StreamingTests {
    @Test("Each source's films come as soon as it answers, then the merged whole")
    func partialResults() async throws {
        let messages = try await exchange(
            #"{"jsonrpc":"2.0","id":1,"method":"movies/search","#
                + #""params":{"query":"parasite","partialResultToken":"p","workDoneToken":7}}"#
        )
        let parts = messages.filter { $0["params"]?["token"]?.string == "p" }.compactMap { $0["params"]?["value"] }
        #expect(
            Set(parts.compactMap { $0["movies"]?[0]?["id"]?.string }) == ["kofic:20183782", "imdb:tt6751668"]
        )
        #expect(parts.allSatisfy { $0["sources"]?.count == 1 && $0["sources"]?[0]?["status"]?.string == "ok" })
        let work = messages.filter { $0["params"]?["token"]?.int == 7 }.compactMap { $0["params"]?["value"] }
        #expect(work.first?["kind"]?.string == "begin")
        #expect(work.first?["title"]?.string == "Asking 2 sources")
        #expect(work.last?["kind"]?.string == "end")
        #expect(work.contains { $0["message"]?.string == "2 of 2 sources" && $0["percentage"]?.int == 100 })
        #expect(messages.last?["id"]?.int == 1)
        #expect(messages.last?["result"]?["movies"]?.count == 1)
    }

    @Test("Without tokens there is the answer and nothing else")
    func noTokens() async throws {
        let messages = try await exchange(
            #"{"jsonrpc":"2.0","id":1,"method":"movies/search","params":{"query":"parasite"}}"#
        )
        #expect(messages.count == 1)
    }

    @Test("A bad call is answered with its error, a notification of a method with nothing")
    func errors() async throws {
        let messages = try await exchange(
            #"{"jsonrpc":"2.0","id":"a","method":"movies/search","params":[1]}"#,
            #"{"jsonrpc":"2.0","method":"movies/search","params":{}}"#,
            #"{"jsonrpc":"2.0","method":"movies/none"}"#,
            #"{"jsonrpc":"2.0","id":"b","method":"movies/none"}"#
        )
        #expect(Set(messages.compactMap { $0["error"]?["code"]?.int }) == [-32_602, -32_601])
        #expect(messages.count == 2)
    }

    /// Sends lines to a server, closes, and collects what it sends.
    private func exchange(_ lines: String...) async throws -> [JSONElement] {
        let (input, output) = (Pipe(), Pipe())
        try input.fileHandleForWriting.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        try input.fileHandleForWriting.close()
        let client = ServiceClient([PlainSources.kofic(), PlainSources.shelf()])
        let server = RPCServer(
            input: input.fileHandleForReading.fileDescriptor,
            output: output.fileHandleForWriting.fileDescriptor,
            handler: client.handler
        )
        #expect(await server.serve() == .endOfInput)
        try output.fileHandleForWriting.close()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        return try text.split(separator: "\n").map { try JSONDocument(String($0)).root }
    }
}
