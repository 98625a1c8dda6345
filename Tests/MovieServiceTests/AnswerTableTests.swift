import Testing

@testable import MovieService

@Suite("The rows of answers")
struct AnswerTableTests {
    /// Answers whose lists are no rows: documents, and reports about one thing.
    private static let others: Set<String> = [
        "library/export", "library/import", "providers/reload", "rpc.discover", "vocabulary/list",
    ]

    @Test(
        "Each answer with a list of objects says which of its lists are rows",
        arguments: MethodDeclaration.all.map(\.name)
    )
    func tables(name: String) throws {
        let method = try #require(MethodDeclaration.named(name))
        guard case .reference(let component) = method.resultSchema.shape, !Self.others.contains(name),
            case .object(let members) = component.schema.shape
        else { return }
        let lists = members.filter { if case .list(let element) = $0.schema.shape { element.isObject } else { false } }
            .map(\.name)
        let rows = method.table?.rows
        switch rows {
        case .list(let list): #expect(lists.contains(list))
        case .inner(_, let list): #expect(lists.contains(list))
        case .groups(let groups): #expect(Set(groups).isSubset(of: lists))
        case .one(let member): #expect(members.contains { $0.name == member })
        case nil: #expect(lists.allSatisfy { $0 == "sources" }, "\(lists)")
        }
    }
}

extension Schema {
    fileprivate var isObject: Bool {
        switch shape {
        case .object, .reference: true
        default: false
        }
    }
}
