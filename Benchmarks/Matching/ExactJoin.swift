import JSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The yardstick: films are one where title, in small letters and without punctuation, and year are equal.
enum ExactJoin {
    private struct Key: Hashable {
        var title: [UInt8]
        var year: Int
    }

    /// The pairs of ids of films of different files.
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

    /// What a score line says, by the same rules as `marquee match --gold`.
    static func score(_ files: [String], gold: String) throws -> String {
        let lines = try String(contentsOfFile: gold, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t")
        }
        let known = Set(lines.map { "\($0[0])\t\($0[1])" })
        let judged = Set(lines.joined().map(String.init))
        let found = try pairs(files)
        let right = found.count { known.contains("\($0.0)\t\($0.1)") }
        let counted = found.count { judged.contains($0.0) || judged.contains($0.1) }
        let (precision, recall) = (Double(right) / Double(max(1, counted)), Double(right) / Double(known.count))
        let f1 = 2 * precision * recall / max(precision + recall, .leastNonzeroMagnitude)
        return "precision \(decimal(precision))  recall \(decimal(recall))  F1 \(decimal(f1))"
    }

    private static func letters(of title: String) -> [UInt8] {
        title.lowercased().utf8.filter { $0 >= 0x80 || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }

    private static func decimal(_ value: Double) -> String {
        let scaled = Int((value * 10_000).rounded())
        return "\(scaled / 10_000).\(String(10_000 + scaled % 10_000).dropFirst())"
    }
}
