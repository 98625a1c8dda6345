import JSON
package import MovieDomain

extension MethodDeclaration {
    /// The names of the methods of which each call is taken back, and of those that remove something with some calls.
    private static func undone(ofRemovals: Bool) -> String {
        all.filter { $0.undo?.isOfRemovals == ofRemovals }.map { "`\($0.name)`" }.sorted().joined(separator: ", ")
    }

    /// Whether each call of the method is taken back as a whole.
    var isUndoable: Bool { undo?.isOfRemovals == false }

    static let libraryUndo = MethodDeclaration(
        "library/undo",
        summary: "Takes back the last import, removal, or correction of a match.",
        description: """
            It takes back the last call of \(undone(ofRemovals: false)), \
            or of \(undone(ofRemovals: true)) that removed something, also one of another process or of an earlier session. The next \
            call takes back the one before; the last ten are kept. Every entry that the call changed becomes what it \
            was before. An entry that was changed since stays as it is, and `kept` counts it. Nothing takes an undo \
            back: repeat what you did. Queries that you remove from the history are gone at once.
            """,
        effect: .changes,
        example: MethodExample(
            "an import",
            [:],
            result: UndoResult(undone: ExampleLibrary.undone)
        ),
        parameters: Parameter<Bool>.defaulted(
            "dryRun",
            .flag,
            to: false,
            "Only tell what would be taken back, and change nothing."
        ),
        suspending: { context, isTrial async throws(ServiceError) in
            UndoResult(
                undone: try await context.library { library async throws(LibraryError) in
                    try await library.undo(isTrial: isTrial)
                }
            )
        }
    )
}

extension MethodContext {
    /// Makes changes to the library that `library/undo` takes back together, and with those of the other calls of a command.
    func recording<Result: Sendable>(
        _ method: String,
        _ work: () async throws(ServiceError) -> Result
    ) async throws(ServiceError) -> Result {
        let outcome = await LibraryAction.$current.withValue(LibraryAction.ofCommand ?? LibraryAction(method: method)) {
            () async -> Swift.Result<Result, ServiceError> in
            do throws(ServiceError) { return .success(try await work()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }
}

package struct UndoResult: WireObject {
    package var undone: UndoneAction?

    package static let wire = WireDescription<UndoResult>(
        "UndoResult",
        "What was taken back.",
        [.known("undone", \.undone, "Absent if there is nothing to take back.")]
    )
}

extension UndoneAction: WireObject {
    package static let wire = WireDescription<UndoneAction>(
        "UndoneAction",
        "A call that was taken back, and the number of entries of each kind that are again as they were.",
        [
            .always("method", \.method, "The method that was called."),
            .always("madeAt", \.madeAt, "The time of the call, in UTC."),
            .nonEmpty("names", \.names, "The titles of at most three of the films, or what else it was about."),
            .always("history", \.history, as: .count), .always("bookmarks", \.bookmarks, as: .count),
            .always("cards", \.cards, as: .count), .always("lists", \.lists, as: .count),
            .always("matches", \.matches, as: .count), .always("fields", \.fields, as: .count),
            .always("kept", \.kept, as: .count, "The entries that were changed since, and stay as they are."),
            .always("remaining", \.remaining, as: .count, "The earlier calls that can be taken back."),
        ]
    )
}
