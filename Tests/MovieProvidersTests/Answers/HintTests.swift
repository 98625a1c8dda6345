import HTTPModel
import MovieDomain
import Platform
import ProviderLanguage
import Testing

@testable import MovieProviders

@Suite("Hints: what the person who runs the program can do")
struct HintTests {
    private func failure(
        _ status: Int,
        keys: String = "",
        secrets: [String] = [],
        to operation: Capability = .search
    ) throws -> ProviderError {
        let operations = """
            search: { get: /films, rows: films, item: { title: t } }
            lookup: { by: [shelf], get: "/film/${input.ids.shelf}", rows: ., item: { title: t } }
            """
        let http = try #require(try shelf(operations, keys).http)
        let named = secrets.map { (SecretReference(kind: .environment, name: $0), Secret("v-\($0)")) }
        let reader = AnswerReader(
            provider: "shelf",
            definition: http,
            operation: try #require(http.operations[operation]?.first),
            secrets: Dictionary(named, uniquingKeysWith: { first, _ in first }),
            clock: .fixed(at: Timestamp(secondsSinceEpoch: 0))
        )
        do throws(ProviderError) {
            _ = try reader.document(of: .text("{}", status: status))
            throw ProviderError(.disabled, provider: "none", message: "answered")
        } catch {
            return error
        }
    }

    @Test("A refused key: the variables are named, their values not")
    func auth() throws {
        #expect(try failure(401, secrets: ["SHELF_KEY"]).hint == "check the value of SHELF_KEY")
        #expect(try failure(403, secrets: ["B", "A"]).hint == "check the value of A and B")
    }

    @Test("A key that is written out is a key, too")
    func writtenKey() throws {
        let failure = try failure(401, keys: "auth: { kind: bearer, value: abc }")
        #expect(failure.kind == .auth)
        #expect(failure.hint == nil)
    }

    @Test("A source that wants a key and gets none; an API that has moved")
    func others() throws {
        #expect(try failure(401).hint == "the source wants a key; the definition says with 'auth' where it belongs")
        #expect(try failure(404).hint == "has the API moved? check base_url and the operation's path")
        #expect(try failure(404, to: .lookup).hint == nil)
        #expect(try failure(500).hint == nil)
    }
}
