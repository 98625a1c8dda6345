import JSON
import MarqueeTestKit

/// Mapping a page of 50 films from bytes to films of the domain, here, in Python, and in jq.
enum MappingBenchmark {
    private static let rounds = 7
    private static let roundLength = Duration.milliseconds(150)
    private static let filter = """
        .data.movies[] | {
          ids: {yts: (.id | tostring), imdb: .imdb_code}, title: (.title_english // .title), titles: [.title],
          year, runtime, genres: [.genres[]? | ascii_downcase], languages: [.language],
          overview: (.summary // .description_full), rating: {value: .rating, scale: 10}, certification: .mpa_rating,
          images: [{kind: "poster", url: .large_cover_image, width: 500},
            {kind: "poster", url: .medium_cover_image, width: 230}, {kind: "poster", url: .small_cover_image, width: 45},
            {kind: "backdrop", url: .background_image_original}],
          videos: [{kind: "trailer", key: .yt_trailer_code}]}
        """

    static func print() async throws {
        Swift.print("A page of 50 films of a YTS-style source, from bytes to films, warm (goal: under 1 ms)")
        let page = try FilmPage()
        let own = try own(page)
        Swift.print("  marquee: \(own.milliseconds) (\(try page.films().count) films, \(page.bytes.count) bytes)")
        for (name, peer) in try await peers(page) {
            let ratio = ((peer / own) * 10).rounded() / 10
            Swift.print("  \(name): \(peer.milliseconds)   marquee is \(ratio) times as fast")
        }
        Swift.print("")
    }

    private static func own(_ page: FilmPage) throws -> Duration {
        var best = Duration.seconds(3_600)
        for _ in 0..<rounds {
            var count = 0
            let start = ContinuousClock.now
            while ContinuousClock.now - start < roundLength {
                count += try page.films().count / 50
            }
            best = min(best, (ContinuousClock.now - start) / max(1, count))
        }
        return best
    }

    private static func peers(_ page: FilmPage) async throws -> [(String, Duration)] {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/page.json"
            try ProjectFiles.write(String(decoding: page.bytes, as: UTF8.self), to: file)
            var peers: [(String, Duration)] = []
            if let films = try await python(file, "--films"), let duration = microseconds(try await python(file)) {
                let own = JSONValue.array(try page.films().map(\.peerJSON))
                guard JSONValue(try JSONDocument(films).root) == own else {
                    throw FilmPage.Failure(description: "mapping-peer.py makes other films of the page")
                }
                peers.append(("Python, the same mapping with equal films", duration))
                if let picking = microseconds(try await python(file, "--picks")) {
                    peers.append(("Python, picking members as they are", picking))
                }
            }
            if let duration = try await jq(file) { peers.append(("jq, picking members as they are", duration)) }
            return peers
        }
    }

    /// Returns the output of the Python peer, or `nil` if Python is not installed.
    private static func python(_ arguments: String...) async throws -> String? {
        let script = ProjectFiles.root + "/Benchmarks/mapping/mapping-peer.py"
        guard let plan = Peers.plan("python3", [script] + arguments) else { return nil }
        return try await ProcessOutcome.of(plan).outputText
    }

    private static func microseconds(_ text: String?) -> Duration? {
        text?.split(separator: "\n").first.flatMap { Double($0) }.map { .microseconds(1) * $0 }
    }

    /// Returns the time of one page among many in one process, without the start of the process.
    private static func jq(_ file: String) async throws -> Duration? {
        let many = 40
        guard let one = Peers.plan("jq", ["-c", filter, file]),
            let all = Peers.plan("jq", ["-c", filter] + Array(repeating: file, count: many))
        else { return nil }
        return (try await fastest(all) - fastest(one)) / (many - 1)
    }

    private static func fastest(_ plan: ProcessPlan) async throws -> Duration {
        var best = Duration.seconds(3_600)
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            _ = try await ProcessOutcome.of(plan)
            best = min(best, ContinuousClock.now - start)
        }
        return best
    }
}
