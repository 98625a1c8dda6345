import JSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The baseline: films are the same if their years and their titles, in lowercase and without punctuation, are equal.
enum ExactJoin {
    private struct Key: Hashable {
        var title: [UInt8]
        var year: Int
    }

    /// Returns the pairs of ids of equal films in different files.
    static func pairs(_ files: [String]) throws -> [(String, String)] {
        var films: [Key: [(source: Int, id: String)]] = [:]
        var pairs: [(String, String)] = []
        for (source, file) in files.enumerated() {
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: file)))
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                let film = try JSONDocument(Array(line)).root
                guard let id = film["id"]?.string, let title = film["title"]?.string, let year = film["year"]?.int
                else {
                    continue
                }
                let key = Key(title: letters(of: title), year: year)
                for other in films[key] ?? [] where other.source != source { pairs.append((other.id, id)) }
                films[key, default: []].append((source, id))
            }
        }
        return pairs
    }

    private static func letters(of title: String) -> [UInt8] {
        title.lowercased().utf8.filter { $0 >= 0x80 || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
}
