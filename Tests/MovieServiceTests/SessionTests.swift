import JSON
import JSONRPC
import MovieDomain
import MovieService
import MovieStore
import Platform
import Testing

@Suite("Handshake of the LSP base protocol")
struct LifecycleTests {
    @Test("initialize returns the server's name and version and its methods")
    func initialize() async throws {
        let result = try await ServiceClient().result("initialize", #"{"processId":null,"capabilities":{}}"#)
        #expect(result["serverInfo"]?.description == #"{"name":"marquee","version":"1.2.3"}"#)
        #expect(
            result["capabilities"]?["marquee"]?["methods"]?.elements.compactMap(\.string)
                == MethodDeclaration.all.map(\.name)
        )
    }

    @Test("shutdown returns null")
    func shutdown() async throws {
        #expect(try await ServiceClient().result("shutdown").isNull)
    }

    @Test("An initialize request with an MCP protocol version is not answered as LSP")
    func otherProtocol() async throws {
        let error = try await ServiceClient().error("initialize", #"{"protocolVersion":"2025-11-25"}"#)
        #expect(error.code.rawValue == -32_601)
    }
}

@Suite("Progress and partial results on a connection")
struct StreamingTests {
    @Test("Each source's films arrive as a partial result before the merged result")
    func partialResults() async throws {
        let messages = try await exchange(
            #"{"jsonrpc":"2.0","id":1,"method":"movies/search","#
                + #""params":{"query":"parasite","partialResultToken":"p","workDoneToken":7}}"#
        )
        let parts = messages.filter { $0["params"]?["token"]?.string == "p" }.compactMap { $0["params"]?["value"] }
        #expect(Set(parts.compactMap { $0["movies"]?[0]?["id"]?.string }) == ["kofic:20183782", "imdb:tt6751668"])
        #expect(parts.allSatisfy { $0["sources"]?.count == 1 && $0["sources"]?[0]?["status"]?.string == "ok" })
        let work = messages.filter { $0["params"]?["token"]?.int == 7 }.compactMap { $0["params"]?["value"] }
        #expect(work.first?["kind"]?.string == "begin")
        #expect(work.first?["title"]?.string == "Asking 2 sources")
        #expect(work.last?["kind"]?.string == "end")
        let last = work.first { $0["percentage"]?.int == 100 }?["message"]?.string
        #expect(["2 of 2 sources: kofic", "2 of 2 sources: shelf"].contains(last), "\(last ?? "")")
        #expect(messages.last?["id"]?.int == 1)
        #expect(messages.last?["result"]?["movies"]?.count == 1)
    }

    @Test("A source that has nothing, or fails, has a part with its status, and one that is not asked has none")
    func statusParts() async throws {
        var empty = FakeRepository("empty", capabilities: [.search])
        empty.onSearch = { _ throws(ProviderError) in ProviderAnswer(MovieList(movies: [], hasMore: false)) }
        var failing = FakeRepository("failing", capabilities: [.search])
        failing.onSearch = { _ throws(ProviderError) in
            throw ProviderError(.unavailable, provider: "failing", message: "down")
        }
        let messages = try await exchange(
            #"{"jsonrpc":"2.0","id":1,"method":"movies/search","#
                + #""params":{"query":"parasite","partialResultToken":"p"}}"#,
            with: ServiceClient([
                PlainSources.kofic(), empty, failing, FakeRepository("charts", capabilities: [.charts]),
            ])
        )
        let parts = messages.compactMap { $0["params"]?["value"] }
        let statuses = parts.map { "\($0["sources"]?[0]?["provider"]?.string ?? "") \($0["movies"]?.count ?? -1)" }
        #expect(Set(statuses) == ["kofic 1", "empty 0", "failing 0"])
        #expect(statuses.count == 3)
    }

    @Test("Once two sources are known to have one film, it has its id in the parts of both")
    func knownParts() async throws {
        let book = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 0)))
        let client = ServiceClient([PlainSources.kofic(), PlainSources.shelf()], book: book)
        let film = try await client.result("movies/search", #"{"query":"parasite"}"#)["movies"]?[0]
        #expect(film?["id"]?.string == "imdb:tt6751668")
        let messages = try await exchange(
            #"{"jsonrpc":"2.0","id":1,"method":"movies/search","params":{"query":"parasite","partialResultToken":"p"}}"#,
            with: client
        )
        let parts = messages.compactMap { $0["params"]?["value"]?["movies"]?[0]?["id"]?.string }
        // That of the earlier answer, and those of the two sources.
        #expect(parts == Array(repeating: "imdb:tt6751668", count: 3))
    }

    @Test("Without tokens the response is the only message")
    func noTokens() async throws {
        let messages = try await exchange(
            #"{"jsonrpc":"2.0","id":1,"method":"movies/search","params":{"query":"parasite"}}"#
        )
        #expect(messages.count == 1)
    }

    @Test("An invalid call is answered with its error, and an invalid notification is not answered")
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

    /// Sends lines to a server, closes its input, and returns the messages that it sends.
    private func exchange(
        _ lines: String...,
        with client: ServiceClient = ServiceClient([PlainSources.kofic(), PlainSources.shelf()])
    ) async throws -> [JSONElement] {
        let (input, output) = (try Pipe(), try Pipe())
        defer {
            input.readEnd.close()
            output.readEnd.close()
        }
        try input.writeEnd.writeAll(Array((lines.joined(separator: "\n") + "\n").utf8).span)
        input.writeEnd.close()
        let server = RPCServer(input: input.readEnd, output: output.writeEnd, handler: client.handler)
        #expect(await server.serve() == .endOfInput)
        output.writeEnd.close()
        var answers: [UInt8] = []
        while case let bytes = try output.readEnd.read(atMost: 65_536), !bytes.isEmpty { answers += bytes }
        return try answers.split(separator: UInt8(ascii: "\n")).map { try JSONDocument(Array($0)).root }
    }
}
