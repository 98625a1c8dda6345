/// A film source: the one protocol behind which KOFIC, a YTS-style API, and a user's own YAML all look alike.
///
/// A repository never answers "nothing" for "I could not ask": no rows is an empty list, everything else is a
/// ``SourceFailure``. It is asked only for what its profile's `capabilities` name; anything else is
/// ``SourceFailure/Kind-swift.enum/unsupported``. Cancelling the calling task ends the work down to the socket.
package protocol MovieRepository: Sendable {
    var profile: ProviderProfile { get }

    func boxOffice(_ query: BoxOfficeQuery) async throws(SourceFailure) -> SourceAnswer<BoxOffice>
    func search(_ query: SearchQuery) async throws(SourceFailure) -> SourceAnswer<MovieList>
    func list(_ query: ListQuery) async throws(SourceFailure) -> SourceAnswer<MovieList>
    /// One film, or ``SourceFailure/Kind-swift.enum/notFound``.
    func lookup(_ query: LookupQuery) async throws(SourceFailure) -> SourceAnswer<MovieFacts>
    func related(_ query: RelatedQuery) async throws(SourceFailure) -> SourceAnswer<MovieList>
}
