import JSON

/// A schema that others refer to: `#/components/schemas/Movie`.
package struct NamedSchema: Hashable, Sendable {
    /// In upper camel case, as OpenRPC documents write it: `BoxOfficeEntry`.
    package let name: String
    /// An object's schema, with a sentence for people.
    package let schema: Schema

    init(_ name: String, _ description: String, _ properties: [Schema.Property]) {
        self.name = name
        schema = Schema.object(properties).described(description)
    }
}

extension NamedSchema {
    /// Every component that the documents hold, in the order in which they read well.
    package static let all: [NamedSchema] = [
        moviesResult, movieResult, boxOfficeResult, providersResult, providerStatusResult, cacheStatsResult,
        cacheClearResult, watchResult, providersChange, definitionProblem,
        matchesResult, matchesForgetResult, partialResult,
        movie, boxOfficeEntry, audience, sales, period, page,
        localizedText, person, rating, certification, image, video, fieldDifference, match, notedMatch, fieldChoice,
        sourceReport, sourceFailure, provider,
        sourceHealth, requestCounts, latency, quotaHealth, cacheCounts, mappingCounts, lastFailure, processHealth,
        errorData,
    ]
}

// The writer's own generic functions are compiled in another target, where nothing is known of our types; these are
// specialised for each of them, which saves a quarter of the time of an answer.
extension JSONWriter {
    /// Writes a member where there is a value, nothing where there is none.
    @inline(__always)
    mutating func field<Value: JSONEncodable>(_ name: String, _ value: Value?) {
        guard let value else { return }
        member(name) { value.encode(to: &$0) }
    }

    /// Writes a member that is always there: `null` says that nobody knows.
    mutating func fieldOrNull<Value: JSONEncodable>(_ name: String, _ value: Value?) {
        member(name) { writer in
            if let value { value.encode(to: &writer) } else { writer.null() }
        }
    }

    /// Writes a list as a member, also where it is empty.
    mutating func list<Element: JSONEncodable>(_ name: String, _ elements: [Element]) {
        member(name) { writer in
            writer.array { writer in
                for element in elements { element.encode(to: &writer) }
            }
        }
    }

    /// Writes a list as a member, or nothing where it is empty: an absent value is left out.
    mutating func nonEmptyList<Element: JSONEncodable>(_ name: String, _ elements: [Element]) {
        if !elements.isEmpty { list(name, elements) }
    }
}
