import MovieDomain
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
        guard !missing.isEmpty else { return answer }
        let found = await withTaskGroup(of: (Capability, PartResult).self) { group in
            for part in missing {
                group.addTask {
                    do throws(ProviderError) {
                        let found = try await context.withMargin(for: profile.id) { context throws(ProviderError) in
                            try await one(by: part, ids, query.languages, context).answer as ProviderAnswer<MovieFacts>
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
            case .success(let found)?:
                answer.value.add(part, of: found.value)
                answer.take(found, of: part)
            case .failure(let failure)?: answer.take(failure, of: part)
            case nil: break
            }
        }
        return answer
    }

    private typealias PartResult = Result<ProviderAnswer<MovieFacts>, ProviderError>

    private func isMissing(_ part: Capability, in film: MovieFacts, _ query: LookupQuery) -> Bool {
        guard let wanted = LookupQuery.Part(rawValue: part.rawValue), query.include.contains(wanted),
            source.parts.contains(part)
        else { return false }
        return switch part {
        case .credits: film.cast.isEmpty && film.crew.isEmpty
        case .images: film.images.isEmpty
        case .videos: film.videos.isEmpty
        case .releases: film.releases.isEmpty
        case .watch: film.watch.isEmpty
        default: false
        }
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
        var failure = failure
        failure.part = part.rawValue
        if !failure.message.hasPrefix(part.rawValue) { failure.message = "\(part.rawValue): \(failure.message)" }
        failures.append(failure)
    }
}

extension MovieFacts {
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
