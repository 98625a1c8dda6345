package import MovieAggregation

/// Gives the methods the catalogue in force.
package protocol CatalogueAccess: Sendable {
    /// The catalogue as it is now. The first access makes it.
    ///
    /// - Throws: ``CatalogueUnavailable``, each time, if the definitions cannot be used.
    var current: Catalogue { get throws(CatalogueUnavailable) }

    /// Reads the definitions again. Calls in flight keep the catalogue they began with.
    func reload() async -> ProvidersChange
}

/// The definitions of the sources cannot be used.
package struct CatalogueUnavailable: Error {
    package init() {}
}
