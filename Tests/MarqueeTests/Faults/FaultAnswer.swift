import JSON
import Testing

/// The result of a search, as tests of faults look at it.
struct FaultAnswer {
    let whole: JSONElement

    init(_ whole: JSONElement) { self.whole = whole }

    func source(_ id: String) -> JSONElement? {
        whole["sources"]?.elements.first { $0["provider"]?.string == id }
    }

    func status(_ id: String) -> String? { source(id)?["status"]?.string }

    func failure(_ id: String) -> JSONElement? { source(id)?["error"] }

    /// The films that a source gave, by the numbers at the ends of their ids.
    func films(_ source: String) -> [String] {
        whole["movies"]?.elements.compactMap { $0["ids"]?[source]?.string } ?? []
    }

    /// The healthy source has done its part.
    func expectHealthySource() {
        #expect(status("good") == "ok", "C: \(whole)")
        #expect(films("good").sorted() == ["good1", "good2"], "C: \(whole)")
    }
}
