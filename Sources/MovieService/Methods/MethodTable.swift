import Synchronization

/// What a call needs of its method's declaration, which is too large to be copied for each.
final class Route: Sendable {
    private struct Kept {
        let generation: Int
        let result: [UInt8]
    }

    /// The method's name.
    let name: String
    let work: MethodDeclaration.Work
    let keeping: AnswerKeeping?
    private let kept = Mutex<Kept?>(nil)

    init(_ method: MethodDeclaration) {
        name = method.name
        work = method.work
        keeping = method.keeping
    }

    /// The result that was written of the catalogue of that generation, if it was.
    func result(ofGeneration generation: Int) -> [UInt8]? {
        kept.withLock { $0?.generation == generation ? $0?.result : nil }
    }

    /// Keeps what was written of the catalogue of that generation.
    func keep(_ result: [UInt8], ofGeneration generation: Int) {
        kept.withLock { $0 = Kept(generation: generation, result: result) }
    }
}

/// The methods by name, found by the name's length, of which few share one, and without hashing.
struct RouteTable {
    /// Ordered by the lengths of their names.
    private let routes: [Route]
    /// For each length, how many routes have shorter names.
    private let starts: [Int]
    /// Every name, in the order of the declarations.
    let names: [String]

    /// A table of methods; of two with one name the first counts.
    init(_ methods: [MethodDeclaration]) {
        var names: [String] = []
        for method in methods where !names.contains(method.name) { names.append(method.name) }
        let distinct = names.compactMap { name in methods.first { $0.name == name } }
        let ordered = distinct.sorted { $0.name.utf8.count < $1.name.utf8.count }.map(Route.init)
        let longest = ordered.last?.name.utf8.count ?? 0
        starts = (0...(longest + 1)).map { length in ordered.count { $0.name.utf8.count < length } }
        routes = ordered
        self.names = names
    }

    subscript(name: String) -> Route? {
        let length = name.utf8.count
        guard length + 1 < starts.count else { return nil }
        for place in starts[length]..<starts[length + 1] where routes[place].name == name { return routes[place] }
        return nil
    }
}

extension MethodDeclaration {
    /// Every method, in the order of the documents.
    package static let all: [MethodDeclaration] = [
        boxOfficeDaily, boxOfficeWeekly,
        moviesSearch, moviesList, moviesTrending, moviesGet, moviesRelated,
        matchesList, matchesPin, matchesSplit, matchesForget,
        providersList, providersStatus, providersReload, providersWatch,
        cacheStats, cacheClear, cacheWatch, ping, discover,
    ]
}
