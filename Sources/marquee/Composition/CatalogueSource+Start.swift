import MovieAggregation
import MovieDomain
import MovieService

extension CatalogueSource {
    /// Reads the definitions now; what keeps them from being used is thrown in the words of the start.
    @discardableResult
    func prepareOrFail() async throws -> Catalogue {
        do throws(CatalogueUnavailable) {
            try await prepare()
            return try current
        } catch {
            throw error.cause
        }
    }
}
