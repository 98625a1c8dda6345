import JSON
import MarqueeTestKit
import MovieDomain
import MovieProviders
import ProviderLanguage

/// A page of 50 films as a YTS-style source sends it, and the films that the built-in definition maps it to.
struct FilmPage {
    /// A failure after which a benchmark cannot continue.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let bytes: [UInt8]
    private let search: OperationDefinition

    /// Creates a page that repeats the films of the project's own fixture.
    ///
    /// - Throws: `JSONError`, or `Failure` if the fixture or the definition is not as expected.
    init(films count: Int = 50) throws {
        let fixture = JSONValue(
            try JSONDocument(try ProjectFiles.read(ProjectFiles.root + "/Tests/Fixtures/yts/list.json")).root
        )
        guard case .array(let films)? = fixture["data"]?["movies"], !films.isEmpty else {
            throw Failure(description: "the fixture has no films")
        }
        let page = (0..<count).map { films[$0 % films.count] }
        let data: JSONValue = ["movie_count": .number(JSONNumber(count)), "movies": .array(page)]
        bytes = JSONValue.object([.init("status", "ok"), .init("data", data)]).jsonBytes
        guard let bundled = BundledDefinition.all.first(where: { $0.id == "yts" }) else {
            throw Failure(description: "there is no built-in definition 'yts'")
        }
        let outcome = ConfigurationLoader.load(bytes: bundled.bytes, file: bundled.file, bundled: [])
        guard let search = outcome.configuration?.providers.first?.http?.operations[.search]?.first else {
            throw Failure(description: "'yts' has no search")
        }
        self.search = search
    }

    /// Reads the page and maps it to films of the domain.
    func films() throws -> [MovieFacts] {
        let root = try JSONDocument(bytes).root
        guard case .rows(let rows) = search.rows.rows(in: root) else { return [] }
        var mapper = RowMapping(search.item, provider: "yts").mapper()
        return rows.compactMap { mapper.movie($0.element, root: root)?.normalized() }
    }
}
