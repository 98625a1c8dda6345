import JSON
import MovieAggregation
import MovieDomain
import Platform

/// The details of a stored film, read once from its document.
///
/// What decides about them has types. Every other member keeps its text, in which a later version of the program may have
/// written more than this one reads.
struct StoredDetails {
    /// The id by which the film is stored.
    var id: MovieID?
    /// One id for each namespace.
    var ids: [String: String]
    /// The id that the user gave when the film was first kept; answers do not show it.
    var keptAs: MovieID?
    /// When all sources told the details; answers do not show it.
    var fetchedAt: Timestamp?
    /// The sources of each field, by its name.
    private var givers: [String: JSONElement]
    private var members: [String: JSONElement]

    /// The members that only exports show.
    static let exportedMembers: Set<String> = ["keptAs", "fetchedAt"]

    init(_ document: JSONElement) {
        members = document.membersByName
        id = members["id"]?.string.flatMap { MovieID(parsing: $0) }
        ids = Self.ids(in: document)
        keptAs = members["keptAs"]?.string.flatMap { MovieID(parsing: $0) }
        fetchedAt = members["fetchedAt"]?.string.flatMap { Timestamp(parsing: $0) }
        givers = members["provenance"]?.membersByName ?? [:]
        for name in Self.exportedMembers.union(["id", "ids", "provenance"]) { members[name] = nil }
    }

    /// Returns the ids in a document, one for each namespace.
    static func ids(in document: JSONElement) -> [String: String] {
        let ids = document["ids"].flatMap { [String: String](wire: $0) } ?? [:]
        return ids.filter { !MovieID.saysNone($0.value, in: $0.key) }
    }

    subscript(field: MovieField) -> JSONElement? { members[field.name] }

    /// The id that tells whose entry the film is after a split.
    var ownID: MovieID? { keptAs ?? id }

    /// Whether the source of a field is an imported file.
    var isFromFile: Bool { givers.values.contains(where: Self.isFile) }

    /// Whether the details are no more than a title and a year.
    var isTitleAlone: Bool { givers.keys.allSatisfy([MovieField.title, .titles, .year].map(\.name).contains) }

    private static func isFile(_ givers: JSONElement) -> Bool {
        givers.elements.contains { $0.string == ProviderID.importedFile.rawValue }
    }

    /// Returns the details with everything that is stored of the film and that they lack.
    ///
    /// A field of theirs replaces the stored one if all sources of the stored one answered.
    func completed(with stored: StoredDetails, _ sources: DetailProviders) -> StoredDetails {
        func stays(_ name: String) -> Bool {
            guard stored.members[name] != nil else { return false }
            let field = Self.field(of: name)
            // What is derived from a field goes with it.
            if field != name, stored.members[field] != nil, members[field] != nil { return stays(field) }
            if members[name] == nil { return true }
            let givers = stored.givers[field]
            if sources.onlyAdds { return !sources.replacesImports || givers.map(Self.isFile) != true }
            return !sources.unheard.isDisjoint(with: givers?.elements.compactMap(\.string) ?? [])
        }
        var details = self
        details.members.merge(stored.members.filter { stays($0.key) }) { _, stored in stored }
        details.givers.merge(stored.givers.filter { stays($0.key) }) { _, stored in stored }
        details.ids.merge(stored.ids) { own, _ in own }
        details.keptAs = stored.keptAs ?? keptAs
        details.fetchedAt = sources.onlyAdds ? stored.fetchedAt ?? fetchedAt : fetchedAt ?? stored.fetchedAt
        return details
    }

    /// Returns the field that a member belongs to: `cast` for `castTotal`.
    private static func field(of name: String) -> String {
        switch name {
        case "stars": "ratings"
        case "genreNames", "unlisted": "genres"
        default: name.hasSuffix(scalars: "Total") ? String(name.dropLast(5)) : name
        }
    }

    /// Whether everything that they say is stored already, whenever and however it was found out.
    func addsNothing(to stored: StoredDetails) -> Bool {
        // That all sources answered now, but not before, is noted.
        said == stored.said && (fetchedAt == nil || stored.fetchedAt != nil)
    }

    /// The members that tell of the film, and not when and how that was found out or what the user has of it.
    private var said: [String: [UInt8]] {
        texts.filter { !["match", "fetchedAt", "bookmarked", "addedAt", "card"].contains($0.key) }
    }

    /// The document, in an order that depends on the members alone.
    var document: [UInt8] { Self.object(texts.sorted { $0.key < $1.key }) }

    private var texts: [String: [UInt8]] {
        let fields = Dictionary(uniqueKeysWithValues: MovieField.allCases.map { ($0.name, $0.rawValue) })
        let givers = givers.sorted { (fields[$0.key] ?? .max, $0.key) < (fields[$1.key] ?? .max, $1.key) }
        var texts = members.mapValues(\.text)
        texts["id"] = id?.description.jsonBytes
        texts["ids"] = Self.object(ids.mapValues(\.jsonBytes).sorted { $0.key < $1.key })
        texts["keptAs"] = keptAs?.description.jsonBytes
        texts["fetchedAt"] = fetchedAt?.description.jsonBytes
        texts["provenance"] = Self.object(givers.map { ($0.key, $0.value.text) })
        return texts
    }

    private static func object(_ members: [(key: String, value: [UInt8])]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            for (name, text) in members { writer.member(name) { $0.raw(text) } }
        }
        return writer.bytes
    }
}

extension JSONElement {
    fileprivate var membersByName: [String: JSONElement] {
        Dictionary(members.map { (String($0), $1) }) { first, _ in first }
    }
}
