import MovieAggregation
import MovieService

extension DefinitionsInForce {
    /// Reads the definitions now; what keeps them from being used is thrown in the words of the start.
    @concurrent
    @discardableResult
    func prepareOrFail() async throws -> Catalogue {
        do throws(CatalogueUnavailable) {
            return try current
        } catch {
            throw error.cause
        }
    }
}
