import MarqueeTestKit
import Testing

@Suite("Sessions in the README")
struct ReadmeTests {
    /// One request and the reply that the README promises; `…` stands for any text.
    struct Exchange: CustomStringConvertible {
        let request: String
        let reply: String

        var description: String { request }

        /// Returns whether `text` begins with the first part and contains the others, which ellipses separate, in
        /// order.
        func isAnswered(by text: String) -> Bool {
            let parts = reply.split(separator: "…", omittingEmptySubsequences: false)
            guard let first = parts.first, text.hasPrefix(first) else { return false }
            var rest = text.dropFirst(first.count)
            for part in parts.dropFirst() where !part.isEmpty {
                guard let range = rest.firstRange(of: part) else { return false }
                rest = rest[range.upperBound...]
            }
            return reply.hasSuffix("…") || rest.isEmpty
        }
    }

    /// Returns the exchanges of every block that begins with ```` ```session demo ````.
    private func exchanges() throws -> [Exchange] {
        let text = try ProjectFiles.text(ProjectFiles.root + "/README.md")
        var exchanges: [Exchange] = []
        var request: String?
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isInside = line == "```session demo" }
            guard isInside else { continue }
            if line.hasPrefix("→ ") { request = String(line.dropFirst(2)) }
            if line.hasPrefix("← "), let asked = request {
                exchanges.append(Exchange(request: asked, reply: String(line.dropFirst(2))))
                request = nil
            }
        }
        return exchanges
    }

    @Test("Each request gets the reply that the README shows")
    func sessions() async throws {
        let exchanges = try exchanges()
        #expect(exchanges.count >= 5)
        for exchange in exchanges {
            let outcome = try await Program.run(["--demo"], lines: [exchange.request])
            let reply = outcome.outputText.split(separator: "\n").first.map(String.init) ?? ""
            #expect(exchange.isAnswered(by: reply), "\(exchange.request)\n\(exchange.reply)\n\(reply)")
        }
    }

    @Test("The comparison rejects text that the reply does not have")
    func comparison() {
        let exchange = Exchange(request: "", reply: #"{"id":1,…"title":"A",…}"#)
        #expect(exchange.isAnswered(by: #"{"id":1,"x":2,"title":"A","y":3}"#))
        #expect(!exchange.isAnswered(by: #"{"id":1,"x":2,"title":"B","y":3}"#))
        #expect(!Exchange(request: "", reply: #"{"id":1}"#).isAnswered(by: #"{"id":12}"#))
    }
}
