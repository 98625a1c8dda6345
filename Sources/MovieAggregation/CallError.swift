package import MovieDomain

/// A failure of a whole call; a single source that fails is a status in the answer instead.
package enum CallError: Error, Hashable, Sendable {
    /// `providers` names a source that is not configured.
    case unknownProvider(ProviderID, nearest: ProviderID?, known: [ProviderID])
    /// No source can do this: each is disabled, lacks the operation, or doesn't accept the id.
    case noSource(Capability, reports: [ProviderReport])
    /// Every source that was asked failed.
    case allFailed(reports: [ProviderReport])
    /// Every source that could know the film answered that it does not have it.
    case notFound(MovieID, reports: [ProviderReport])
    /// No source has the film, but one that could know it did not answer; `reports` says which.
    case undecided(MovieID, reports: [ProviderReport])
    /// The film is known, but no source has an image of this kind.
    case noImage(ImageKind, MovieID, reports: [ProviderReport])
    /// The film is known, but no source says that it belongs to a collection.
    case noCollection(MovieID, reports: [ProviderReport])
    /// An image of a film, or the image at an address, is not available.
    case image(ImageError, of: MovieID?)
    /// A parameter is out of its range.
    case invalidParameter(name: String, message: String)
    /// The library file cannot be used, and nothing was changed; without a reason it did not answer in time.
    ///
    /// `isLasting` means that it cannot be used until the user changes something.
    case libraryUnavailable(reason: String?, advice: String?, isLasting: Bool)
    /// The card was changed since the revision of the library that the caller knows.
    case outdated(Card?, revision: Int)
    /// A change of the library may or may not have been made; the log has the reason.
    case changeUnconfirmed
    case cancelled

    /// Creates the error for an unknown film or person, from the reports of the `witnesses` that could know it.
    ///
    /// If no source takes ids of this kind, and one takes those of a similar name, the id is mistyped.
    init(
        nothingOf id: MovieID,
        _ capability: Capability,
        _ witnesses: [ProviderReport],
        reports: [ProviderReport],
        in catalogue: Catalogue
    ) {
        self =
            if let meant = catalogue.id(meantBy: id, for: capability) {
                .invalidParameter(
                    name: "id",
                    message: "no source takes ids of \(id.namespace.prefix(64)); did you mean \(meant)?"
                )
            } else if witnesses.isEmpty {
                .noSource(capability, reports: reports.map { catalogue.report($0, about: id, capability) })
            } else if witnesses.allSatisfy(\.isFailed) {
                .allFailed(reports: reports)
            } else if witnesses.contains(where: \.isFailed) {
                .undecided(id, reports: reports)
            } else {
                .notFound(id, reports: reports)
            }
    }

    /// The reports of the sources; empty for errors that don't concern them.
    package var reports: [ProviderReport] {
        switch self {
        case .noSource(_, let reports), .allFailed(let reports), .notFound(_, let reports), .undecided(_, let reports),
            .noImage(_, _, let reports), .noCollection(_, let reports):
            reports
        case .unknownProvider, .image, .invalidParameter, .libraryUnavailable, .outdated, .changeUnconfirmed,
            .cancelled:
            []
        }
    }
}

extension Catalogue {
    /// Returns the report of a source that takes no such id, even if it is disabled: with its key it would not, either.
    fileprivate func report(_ report: ProviderReport, about id: MovieID, _ capability: Capability) -> ProviderReport {
        guard report.status == .disabled,
            let profile = repositories.first(where: { $0.profile.id == report.provider })?.profile,
            profile.capabilities.contains(capability),
            profile.accepted([id.namespace: id.value], for: capability) == nil
        else { return report }
        let subject = capability == .person || capability == .collection ? capability.rawValue : "film"
        return ProviderReport(.noID(of: subject, for: profile, capability), provider: report.provider, after: nil)
    }

    /// Returns the id with the namespace that was probably meant; `nil` if its namespace is a known one, or none is near.
    fileprivate func id(meantBy id: MovieID, for capability: Capability) -> MovieID? {
        let known = repositories.flatMap { $0.profile.namespaces[capability] ?? [] }
        guard !known.contains(id.namespace), !MovieID.sharedNamespaces.contains(id.namespace),
            !configured.contains(where: { $0.profile.id.rawValue == id.namespace }),
            let nearest = NearestName.nearest(to: id.namespace, among: known),
            nearest != "imdb" || MovieID(parsing: id.value) != nil
        else { return nil }
        return MovieID(namespace: nearest, value: String(id.value.prefix(64)))
    }
}
