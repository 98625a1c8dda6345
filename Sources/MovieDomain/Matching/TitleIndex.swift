/// Which nodes have which title: those of one title are chained, in two flat arrays.
struct TitleIndex {
    private var chains: [UInt64: (last: Int, count: Int)]
    private var links: [(node: Int, previous: Int)] = []

    init(_ nodes: [FilmProfile]) {
        chains = Dictionary(minimumCapacity: nodes.count * 2)
        links.reserveCapacity(nodes.count * 2)
        for (node, profile) in nodes.enumerated() {
            for title in profile.titles {
                let link = links.count
                var previous = -1
                if let chain = chains.updateValue((link, 1), forKey: title.digest) {
                    previous = chain.last
                    chains[title.digest]?.count = chain.count + 1
                }
                links.append((node, previous))
            }
        }
    }

    /// The nodes of a title that come before one; none where more than `limit` have it in all.
    func holders(of digest: UInt64, before node: Int, atMost limit: Int) -> some Sequence<Int> {
        let chain = chains[digest]
        let start = chain.map { $0.count <= limit ? $0.last : -1 } ?? -1
        return sequence(state: start) { link -> Int? in
            guard link >= 0 else { return nil }
            defer { link = links[link].previous }
            return links[link].node
        }.lazy.filter { $0 < node }
    }
}
