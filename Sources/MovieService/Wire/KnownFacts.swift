import JSON
import MovieAggregation
package import MovieDomain

extension FactsCoding {
    /// The facts of a film as answers write them.
    package static let asInAnswers = FactsCoding(
        encode: { known, earlier in
            let record = known.record
            var movie = Movie(
                id: MovieID(namespace: record.provider.rawValue, value: ""),
                facts: record.facts,
                provenance: [:]
            )
            // The year of an answer may be that of the day.
            if record.facts.year != nil { movie.provenance[.year] = [record.provider] }
            let bytes = movie.jsonBytes
            guard let old = earlier.flatMap(JSONElement.init(known:)), let new = JSONElement(known: bytes) else {
                return CodedFacts(bytes)
            }
            var before = record
            before.facts = MovieFacts(known: old)
            if record.isOfOtherFilm(than: before, under: known.id) { return CodedFacts(bytes, isOfOtherFilm: true) }
            if known.isInOtherLanguages { return CodedFacts(old.completed(with: new)) }
            if record.isDoubtfulRow(after: before) { return CodedFacts(old.text) }
            return CodedFacts(new.completed(with: old, isRow: record.isRow))
        },
        decode: { bytes in JSONElement(known: bytes).map(MovieFacts.init(known:)) }
    )
}

extension MovieFacts {
    fileprivate init(known element: JSONElement) {
        var movie = Movie(id: MovieID(namespace: "", value: ""), facts: MovieFacts(), provenance: [:])
        Movie.wire.read(element, into: &movie)
        self = movie.facts
        title = title.map { title in titles.first { $0.text == title.text } ?? title }
        if element["provenance"]?["year"] == nil { year = nil }
        if let ids = element["ids"] {
            for (namespace, value) in ids.members { self.ids[String(namespace)] = value.string }
        }
    }
}

extension JSONElement {
    fileprivate init?(known bytes: [UInt8]) {
        do {
            self = try JSONDocument(bytes).root
        } catch {
            // A damaged file knows nothing.
            return nil
        }
    }

    /// Returns the object with what else an earlier one has: members, ids, and titles, and for a row all lists that the
    /// earlier one has longer.
    fileprivate func completed(with earlier: JSONElement, isRow: Bool = false) -> [UInt8] {
        var names: Set<String> = []
        var writer = JSONWriter()
        writer.object { writer in
            for (name, value) in members {
                names.insert(String(name))
                writer.member(String(name)) { writer in
                    guard let old = earlier[String(name)] else { return writer.raw(value.text) }
                    switch String(name) {
                    case "ids", "provenance": writer.raw(value.completed(with: old))
                    case "titles": value.united(with: old, by: "text", to: &writer)
                    default: writer.raw(isRow && old.elements.count > value.elements.count ? old.text : value.text)
                    }
                }
            }
            for (name, value) in earlier.members where !names.contains(String(name)) {
                writer.member(String(name)) { $0.raw(value.text) }
            }
        }
        return writer.bytes
    }

    /// Writes the objects of a list, and those of an earlier one that differ from them in a member.
    private func united(with earlier: JSONElement, by name: String, to writer: inout JSONWriter) {
        let known = Set(elements.compactMap { $0[name]?.string })
        let others = earlier.elements.filter { other in other[name]?.string.map { !known.contains($0) } ?? true }
        writer.array { writer in
            for element in Array(elements) + others { writer.raw(element.text) }
        }
    }
}
