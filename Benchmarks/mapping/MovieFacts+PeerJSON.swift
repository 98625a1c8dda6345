import JSON
import MovieDomain

extension MovieFacts {
    /// The film with the names of `mapping-peer.py`, for comparing the films that both make of a page.
    var peerJSON: JSONValue {
        .object([
            .init("ids", .object(ids.sorted { $0.key > $1.key }.map { .init($0.key, .string($0.value)) })),
            .init("title", title?.peerJSON ?? .null),
            .init("titles", .array(titles.map(\.peerJSON))),
            .init("year", .optional(year)),
            .init("runtime", .optional(runtimeMinutes)),
            .init("genres", .array(genres.map(JSONValue.string))),
            .init("languages", .array(languages.map(JSONValue.string))),
            .init("overview", overview?.peerJSON ?? .null),
            .init("ratings", .array(ratings.map(\.peerJSON))),
            .init("certifications", .array(certifications.map(\.peerJSON))),
            .init("images", .array(images.map(\.peerJSON))),
            .init("videos", .array(videos.map(\.peerJSON))),
        ])
    }
}

extension LocalizedText {
    fileprivate var peerJSON: JSONValue {
        ["text": .string(text), "language": language.map(JSONValue.string) ?? .null]
    }
}

extension Rating {
    fileprivate var peerJSON: JSONValue {
        [
            "provider": .string(provider.rawValue), "value": JSONNumber(value).map(JSONValue.number) ?? .null,
            "scale": JSONNumber(scale).map(JSONValue.number) ?? .null,
        ]
    }
}

extension Certification {
    fileprivate var peerJSON: JSONValue { ["region": region.map(JSONValue.string) ?? .null, "label": .string(label)] }
}

extension MovieImage {
    fileprivate var peerJSON: JSONValue {
        [
            "kind": .string(kind), "url": .string(url), "width": .optional(width),
            "sizes": .array(sizes.map { ["url": .string($0.url), "width": .optional($0.width)] }),
            "provider": .string(provider.rawValue),
        ]
    }
}

extension MovieVideo {
    fileprivate var peerJSON: JSONValue { ["kind": .string(kind), "site": .string(site), "key": .string(key)] }
}

extension JSONValue {
    fileprivate static func optional(_ number: Int?) -> JSONValue { number.map { .number(JSONNumber($0)) } ?? .null }
}
