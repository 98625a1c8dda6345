import MovieAggregation

/// Prints how long names of files take to be read, for ordinary names and for the longest that are accepted.
enum NameReading {
    private static let ordinary = "The.Lantern.Keeper.1999.2160p.UHD.BluRay.REMUX.HDR10.HEVC.TrueHD.7.1.Atmos-GRP.mkv"
    private static let pieces = [
        "word ", "1080p.", "2019.", "19 ", "a.b.", "[a]", "- ", "www.a ", "(a b c)", "x-", "가 b ",
    ]

    static func print() {
        Swift.print("Names of files, read with FilmName; words are what blanks and full stops separate")
        report("an ordinary name", ordinary)
        for piece in pieces {
            report("1,000 characters of \"\(piece)\"", String(String(repeating: piece, count: 1_000).prefix(1_000)))
        }
    }

    private static func report(_ label: String, _ name: String) {
        let clock = ContinuousClock()
        let times = (0..<15).map { _ in clock.measure { _ = FilmName(name, latestYear: 2031) } }.sorted()
        let microseconds = Double(times[times.count / 2].components.attoseconds) / 1e12
        let words = name.split { " ._()[]".contains($0) }.count
        let perWord = (microseconds / Double(words) * 10).rounded() / 10
        Swift.print("  \(label): \(Int(microseconds)) µs, \(perWord) µs a word")
    }
}
