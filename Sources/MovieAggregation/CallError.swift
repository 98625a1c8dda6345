package import MovieDomain

/// Why a whole call has no answer; single sources that fail are statuses in an answer instead.
package enum CallError: Error, Hashable, Sendable {
    /// `providers` names a source that is not configured.
    case unknownProvider(ProviderID, nearest: ProviderID?, known: [ProviderID])
    /// No source can do this: each is disabled, or has no such operation, or takes no such id.
    case noSource(Capability, reports: [ProviderReport])
    /// Every source that was asked failed.
    case allFailed(reports: [ProviderReport])
    /// Every source that could know the film answered that it does not have it.
    case notFound(MovieID, reports: [ProviderReport])
    /// No source has the film, but one that could know it did not answer; `reports` says which.
    case undecided(MovieID, reports: [ProviderReport])
    /// The film is known, and no source has a picture of this kind of it.
    case noImage(ImageKind, MovieID, reports: [ProviderReport])
    /// A picture cannot be given: of a film, or of an address.
    case image(ImageError, of: MovieID?)
    /// A parameter is out of its range.
    case invalidParameter(name: String, message: String)
    /// The file of the user's library cannot be used, and nothing was changed; why has been logged.
    case libraryUnavailable
    /// A change of the user's library may have been made or not; why has been logged.
    case changeUnconfirmed
    case cancelled

    /// Why nothing is known of a film or a person, of which `witnesses` could know.
    init(nothingOf id: MovieID, _ capability: Capability, _ witnesses: [ProviderReport], reports: [ProviderReport]) {
        self =
            if witnesses.isEmpty {
                .noSource(capability, reports: reports)
            } else if witnesses.allSatisfy(\.isFailed) {
                .allFailed(reports: reports)
            } else if witnesses.contains(where: \.isFailed) {
                .undecided(id, reports: reports)
            } else {
                .notFound(id, reports: reports)
            }
    }

    /// What became of the sources, where they were asked.
    package var reports: [ProviderReport] {
        switch self {
        case .noSource(_, let reports), .allFailed(let reports), .notFound(_, let reports), .undecided(_, let reports),
            .noImage(_, _, let reports):
            reports
        case .unknownProvider, .image, .invalidParameter, .libraryUnavailable, .changeUnconfirmed, .cancelled: []
        }
    }
}
