import JSON
import MarqueeTestKit
import Testing

/// A hundred messages of all kinds and their answers, again and again with new ids.
struct SoakRound {
    let hasHeaders: Bool
    private(set) var answerCount = 0
    private var nextID = 1
    private var owed: [String: Int] = [:]

    init(hasHeaders: Bool) { self.hasHeaders = hasHeaders }

    /// Sends a round and reads until each request has its answer.
    mutating func play(with program: RunningProcess) async throws {
        let messages = round()
        program.write(messages.map { hasHeaders ? Talk.framed($0) : $0 + "\n" }.joined())
        while !owed.isEmpty {
            let timeout = Duration.seconds(60)
            let body =
                hasHeaders
                ? try await program.readHeaderFrame(upTo: timeout) : try await program.readLine(upTo: timeout)
            let root = try JSONDocument(body).root
            for answer in root.kind == .array ? Array(root.elements) : [root] { try settle(answer) }
        }
    }

    /// Strikes an answer off what is owed.
    private mutating func settle(_ answer: JSONElement) throws {
        let id = String(decoding: try #require(answer["id"]).text, as: UTF8.self)
        let count = try #require(owed[id], "\(id) is answered once more than it was asked")
        owed[id] = count == 1 ? nil : count - 1
        #expect((answer["result"] == nil) != (answer["error"] == nil))
        answerCount += 1
    }

    // MARK: The messages

    private mutating func round() -> [String] {
        var messages: [String] = []
        for number in 0..<60 { messages.append(number % 7 == 0 ? search() : request("ping")) }
        // What cannot be read, what is no request, what nobody knows, and what must stay without an answer.
        messages += ["{oops", "42", "[1,\(request("ping")),\(request("providers/list"))]"]
        for _ in 0..<3 { owe("null") }
        messages += [request("movies/none"), request("movies/search", #"{"query":7}"#)]
        messages += [#"{"jsonrpc":"2.0","method":"movies/none"}"#, #"{"jsonrpc":"2.0","id":1,"result":null}"#]
        messages += [#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"nobody"}}"#]
        for _ in 0..<5 {
            messages.append(search())
            messages.append(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(nextID - 1)}}"#)
        }
        return messages
    }

    /// A search that is new now and then, so that not all come from memory.
    private mutating func search() -> String {
        let queries = ["Suzume", "스즈메", "nobody recorded this", "word \(nextID % 5_000)"]
        return request("movies/search", #"{"query":"\#(queries[nextID % queries.count])"}"#)
    }

    private mutating func request(_ method: String, _ params: String = "{}") -> String {
        owe("\(nextID)")
        defer { nextID += 1 }
        return Talk.request(nextID, method, params)
    }

    private mutating func owe(_ id: String) { owed[id, default: 0] += 1 }
}
