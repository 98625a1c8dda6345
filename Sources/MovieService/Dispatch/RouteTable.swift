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
