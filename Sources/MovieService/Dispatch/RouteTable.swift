/// The methods by name, found without hashing a whole name.
///
/// The place of a name comes of its length and three of its bytes, which tell our methods apart; those that share a place
/// stand one behind the other.
struct RouteTable {
    private static let placeCount = 256

    private var places = [[Route]](repeating: [], count: placeCount)
    /// Every name, in the order of the declarations.
    private(set) var names: [String] = []

    /// A table of methods; of two with one name the first counts.
    init(_ methods: [MethodDeclaration]) {
        for method in methods where self[method.name] == nil {
            names.append(method.name)
            places[Self.place(of: method.name)].append(Route(method))
        }
    }

    subscript(name: String) -> Route? {
        for route in places[Self.place(of: name)] where route.name == name { return route }
        return nil
    }

    private static func place(of name: String) -> Int {
        let bytes = name.utf8
        let count = bytes.count
        guard count > 0, let first = bytes.first, let last = bytes.last else { return 0 }
        let middle = bytes[bytes.index(bytes.startIndex, offsetBy: count / 2)]
        let sum = count &* 31 &+ Int(first) &* 7 &+ Int(middle) &* 13 &+ Int(last)
        return sum & (placeCount - 1)
    }
}
