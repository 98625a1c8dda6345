import JSON
package import MovieDomain

extension FactsCoding {
    /// The facts of a film as answers write them.
    package static let asInAnswers = FactsCoding(
        encode: { record, earlier in
            var movie = Movie(
                id: MovieID(namespace: record.provider.rawValue, value: ""),
                facts: record.facts,
                provenance: [:]
            )
            // The year of an answer may be that of the day.
            if record.facts.year != nil { movie.provenance[.year] = [record.provider] }
            guard let earlier = earlier.flatMap(JSONElement.init(known:)) else { return movie.jsonBytes }
            return JSONElement(known: movie.jsonBytes)?.completed(with: earlier) ?? movie.jsonBytes
        },
        decode: { bytes in
            guard let element = JSONElement(known: bytes) else { return nil }
            var movie = Movie(id: MovieID(namespace: "", value: ""), facts: MovieFacts(), provenance: [:])
            Movie.wire.read(element, into: &movie)
            var facts = movie.facts
            facts.title = facts.title.map { title in facts.titles.first { $0.text == title.text } ?? title }
            if element["provenance"]?["year"] == nil { facts.year = nil }
            if let ids = element["ids"] {
                for (namespace, value) in ids.members { facts.ids[String(namespace)] = value.string }
            }
            return facts
        }
    )
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

    /// Returns the object with the members of an earlier one that it lacks.
    fileprivate func completed(with earlier: JSONElement) -> [UInt8] {
        var names: Set<String> = []
        var writer = JSONWriter()
        writer.object { writer in
            for (name, value) in members {
                names.insert(String(name))
                writer.member(String(name)) { $0.raw(value.text) }
            }
            for (name, value) in earlier.members where !names.contains(String(name)) {
                writer.member(String(name)) { $0.raw(value.text) }
            }
        }
        return writer.bytes
    }
}
