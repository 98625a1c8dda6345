package import MovieAggregation

/// Gives the methods the catalogue in force.
package protocol CatalogueAccess: Sendable {
    /// The catalogue as it is now; it is made when it is first asked for.
    ///
    /// - Throws: ``CatalogueUnavailable``, each time, where the definitions cannot be used.
    var current: Catalogue { get throws(CatalogueUnavailable) }

    /// Reads the definitions again. Calls that are under way keep the catalogue that they began with.
    func reload() async -> ProvidersChange
}

/// The definitions of the sources cannot be used.
package struct CatalogueUnavailable: Error {
    package let cause: any Error

    package init(_ cause: any Error) {
        self.cause = cause
    }
}
