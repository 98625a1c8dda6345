import MovieDomain
import Platform
import ProviderLanguage

extension ProviderRepository {
    /// Completes a film with the requested parts that its look-up did not give, each by an operation of its own, side
    /// by side.
    ///
    /// If a part fails, the film stays as it is and the failure is added; the next call asks again.
    func completing(
        _ answer: ProviderAnswer<MovieFacts>,
        for query: LookupQuery,
        _ context: CallContext
    ) async -> ProviderAnswer<MovieFacts> {
        var answer = answer
        let ids = answer.value.ids.merging(query.ids) { own, _ in own }
        let missing = Capability.parts.filter { isMissing($0, in: answer.value, query) }
        if answer.freshness.isStale {
            for part in Capability.parts where isWanted(part, query) && answer.value.has(part) {
                answer.staleParts[part.rawValue] = answer.freshness
            }
        }
        guard !missing.isEmpty else { return answer }
        let found = await withTaskGroup(of: (Capability, PartResult).self) { group in
            for part in missing {
                group.addTask {
                    do throws(ProviderError) {
                        let found = try await context.withMargin(for: profile.id) { context throws(ProviderError) in
                            try await one(.lookup(query, by: part, ids: ids), context).answer
                                as ProviderAnswer<MovieFacts>
                        }
                        return (part, .success(found))
                    } catch {
                        return (part, .failure(error))
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        // Add the parts in a fixed order, so that two runs give the same answer.
        for part in missing {
            switch found[part] {
            case .success(var found)?:
                found.freshness.replacedFailure = found.freshness.replacedFailure?.about(part: part)
                answer.value.add(part, of: found.value)
                if found.freshness.isStale { answer.staleParts[part.rawValue] = found.freshness }
                answer.take(found, of: part)
            case .failure(let failure)?: answer.take(failure, of: part)
            case nil: break
            }
        }
        return answer
    }

    /// Returns a film of which the source gives parts alone, by the ids that the caller knows.
    func parts(
        _ query: LookupQuery,
        _ context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
        var film = MovieFacts()
        film.ids = query.ids
        let answer = await completing(ProviderAnswer(film), for: query, context)
        guard Capability.parts.contains(where: { isWanted($0, query) && answer.value.has($0) }) else {
            throw answer.failures.first ?? hasNone(query.ids, MovieFacts.word)
        }
        return answer
    }

    /// The wanted parts that have operations of their own.
    func wantedParts(_ query: LookupQuery) -> [Capability] {
        Capability.parts.filter { isWanted($0, query) && source.parts.contains($0) }
    }

    private typealias PartResult = Result<ProviderAnswer<MovieFacts>, ProviderError>

    private func isMissing(_ part: Capability, in film: MovieFacts, _ query: LookupQuery) -> Bool {
        isWanted(part, query) && source.parts.contains(part) && !film.has(part)
    }

    private func isWanted(_ part: Capability, _ query: LookupQuery) -> Bool {
        LookupQuery.Part(rawValue: part.rawValue).map(query.include.contains) ?? false
    }
}

extension Capability {
    /// The operations that give a part of a film.
    fileprivate static let parts: [Capability] = [.credits, .images, .videos, .releases, .watch]
}

extension ProviderAnswer {
    /// Adds the freshness, the failures, and the remarks of a further call.
    mutating func take(_ other: ProviderAnswer, of operation: Capability) {
        freshness = freshness.combined(with: other.freshness)
        for failure in other.failures { take(failure, of: operation) }
        remarks += other.remarks
    }

    /// Adds the failure of a part, unless the source has no such part.
    mutating func take(_ failure: ProviderError, of part: Capability) {
        guard failure.kind != .notFound else { return }
        failures.append(failure.about(part: part))
    }
}

extension ProviderError {
    fileprivate func about(part: Capability) -> ProviderError {
        var failure = self
        failure.part = part.rawValue
        if !message.hasPrefix(scalars: part.rawValue) { failure.message = "\(part.rawValue): \(message)" }
        return failure
    }
}

extension MovieFacts {
    fileprivate func has(_ part: Capability) -> Bool {
        switch part {
        case .credits: !cast.isEmpty || !crew.isEmpty
        case .images: !images.isEmpty
        case .videos: !videos.isEmpty
        case .releases: !releases.isEmpty
        case .watch: !watch.isEmpty
        default: true
        }
    }

    fileprivate mutating func add(_ part: Capability, of other: MovieFacts) {
        switch part {
        case .credits:
            directors = directors.isEmpty ? other.directors : directors
            (cast, castTotal) = (other.cast, other.castTotal)
            (crew, crewTotal) = (other.crew, other.crewTotal)
        case .images: (images, imagesTotal) = (other.images, other.imagesTotal)
        case .videos: videos = other.videos
        case .releases:
            releases = other.releases
            certifications = certifications.isEmpty ? other.certifications : certifications
        case .watch: watch = other.watch
        default: break
        }
    }
}
